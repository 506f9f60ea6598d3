"""The game: a street to walk along, and a cutscene that plays where the fox sits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyglet
from pyglet.graphics import Batch, Group
from pyglet.math import Mat4, Vec3
from pyglet.window import key
from world import FOX_AT, LEFT_END, PAVEMENT, RIGHT_END, World

import rigbyscene
from rigbyscene.play import SceneView
from rigbyscene.scene.affine import Affine

ART = Path(__file__).resolve().parent.parent / "foxfire"
HEIGHT = 540  # of what is seen, in the units of the game's world
SPEED = 240.0
NEAR = 260.0
SCALE = 0.62


class Character:
    """A skeleton that stands in the game's own batch: a file of its own, each of its animations a shot."""

    def __init__(self, name: str, x: float, batch: Batch, order: int, window: pyglet.window.BaseWindow):
        self.player = rigbyscene.ScenePlayer(rigbyscene.load_scene(ART / f"{name}.json"))
        self.player.loop = "shot"
        self.view = SceneView(self.player, batch=batch, order=order, camera="game", window=window)
        self.x = x
        self.faces_left = False

    def act(self, animation: str) -> None:
        """Play `animation` over and over, unless it does so already."""
        if not self.player.playing or self.player.shot.name != animation:
            self.player.play(animation)

    def stand(self, animation: str, t: float = 0.0) -> None:
        """Hold one moment of `animation`."""
        self.player.pause()
        self.player.seek(t, animation)

    def update(self, dt: float) -> None:
        self.view.update(dt)
        side = -SCALE if self.faces_left else SCALE
        self.view.placement = Affine.translation(self.x, PAVEMENT).after(Affine.scaling(side, SCALE))


class Game:
    """Three states: the cutscene is on its way, the player walks, the cutscene plays.

    `met` is what the game remembers of the cutscene: it has been told, by playing to its end or by being skipped, which
    tells the rest. `saved` is the moment at which it was left, until it goes on from there.
    """

    def __init__(self, size: tuple[int, int], say: Callable[[str], None] = print):
        self.say = say
        self.window = pyglet.window.Window(*size, caption="The last lamp", resizable=True)
        self.keys = key.KeyStateHandler()
        self.batch = Batch()
        self.world = World(self.batch)  # sky, houses and wall: orders 0 to 4; the grass in front: 20
        self.fox = Character("saffron", FOX_AT, self.batch, 8, self.window)
        self.fox.faces_left = True
        self.fox.act("sit")
        self.wick = Character("wick", LEFT_END + 200.0, self.batch, 10, self.window)
        # a sprite of the game's own, in his hand: between him and the grass
        self.glow = pyglet.shapes.Star(0, 0, 26, 8, 8, color=(255, 226, 140, 90), batch=self.batch, group=Group(11))
        self.words = Batch()
        self.hint = pyglet.text.Label("", x=16, y=14, font_size=13, color=(255, 255, 255, 220), batch=self.words)
        self.cutscene: SceneView | None = None
        self.paused = False
        self.met = False
        self.saved: str | None = None
        self.loader = rigbyscene.load_in_background(ART / "foxfire.scene.json")
        self.window.push_handlers(self.keys)
        self.window.push_handlers(on_draw=self.draw, on_key_press=self.on_key_press)

    def update(self, dt: float) -> None:
        self.loader.step()
        if self.paused:
            return  # the cutscene stands still with everything else, for nobody updates it
        if self.cutscene is not None:
            self.cutscene.update(dt)
            if self.cutscene.player.finished:  # played to its end, or skipped
                self.leave_cutscene()
                self.remember_meeting()
            return
        self.walk(dt)
        self.fox.update(dt)
        self.wick.update(dt)
        lamp = self.wick.view.actor_bone_transform("stage", "flame")
        if lamp is not None:
            self.glow.position = lamp.tx, lamp.ty
            self.glow.rotation += 40.0 * dt
        comes_up = abs(self.wick.x - FOX_AT) < NEAR and self.loader.stage == "ready"
        if comes_up and not self.met and self.saved is None:
            self.start_cutscene()

    def hint_now(self) -> str:
        """The keys that do something now."""
        if self.paused:
            return "P: go on"
        if self.cutscene is not None:
            return "Esc: skip   P: pause   S: save and leave"
        if self.saved is not None:
            return "L: go on with the cutscene   Arrow keys: walk"
        return "The last lamp burns. Arrow keys: walk" if self.met else "Arrow keys: walk"

    def walk(self, dt: float) -> None:
        way = int(self.keys[key.RIGHT]) - int(self.keys[key.LEFT])
        if way == 0:
            self.wick.stand("light_lamp")
            return
        self.wick.faces_left = way < 0
        self.wick.act("walk")
        self.wick.x = min(max(self.wick.x + way * SPEED * dt, LEFT_END), RIGHT_END)

    def start_cutscene(self) -> None:
        """From where it was left, if it was, else from its beginning."""
        player = rigbyscene.ScenePlayer(self.loader.scene, shots=["gust", "foxfire"])
        view = SceneView(player, background="black")
        view.push_handlers(on_event=self.on_event, on_skip=self.on_skip)
        if self.saved is not None:
            player.restore(self.saved)
            self.saved = None
        player.play()
        self.cutscene = view
        self.say(f"cutscene: {player.shot.name} at {player.time:.2f} s")

    def on_event(self, event: object) -> None:
        """Sounds would be played here: the event's `audio` names the file."""

    def on_skip(self, shot: object) -> None:
        self.say("skipped")

    def save_and_leave(self) -> None:
        """Control returns, and nothing has happened yet: the moment is kept for later."""
        if self.cutscene is not None:
            self.saved = self.cutscene.player.save()
            self.leave_cutscene()

    def leave_cutscene(self) -> None:
        """Control returns."""
        if self.cutscene is not None:
            self.cutscene.close()
            self.cutscene = None
            self.paused = False
            self.say("control returns")

    def remember_meeting(self) -> None:
        """What happened has happened: his lamp burns with foxfire from now on."""
        self.met = True
        self.wick.player.replace_attachment("stage", "flame", "flame", "foxfire")
        self.glow.color = (150, 255, 220, 110)
        self.fox.act("content")

    def on_key_press(self, symbol: int, modifiers: int) -> object:
        if symbol == key.P:
            self.paused = not self.paused
        elif self.cutscene is not None and symbol == key.S:
            self.save_and_leave()
        elif self.cutscene is not None and symbol == key.ESCAPE:
            self.paused = False
            self.cutscene.player.skip()
        elif self.cutscene is None and self.saved is not None and symbol == key.L:
            self.paused = False
            self.start_cutscene()
        else:
            return None
        return pyglet.event.EVENT_HANDLED  # Esc must not close the window

    def draw(self) -> None:
        self.window.clear()
        if self.cutscene is not None:
            self.cutscene.draw()
        else:
            # the camera follows: the same matrices place the game's shapes and the two characters
            zoom = self.window.height / HEIGHT
            seen = self.window.width / zoom
            left = min(max(self.wick.x - seen / 2, LEFT_END - 160.0), max(RIGHT_END + 160.0 - seen, LEFT_END - 160.0))
            self.window.view = Mat4().scale(Vec3(zoom, zoom, 1.0)).translate(Vec3(-left, 0.0, 0.0))
            self.world.follow(left)
            self.batch.draw()
            self.window.view = Mat4()
        self.hint.text = self.hint_now()
        self.words.draw()

    def close(self) -> None:
        for view in (self.cutscene, self.fox.view, self.wick.view):
            if view is not None:
                view.close()
        self.loader.close()
        self.window.close()
