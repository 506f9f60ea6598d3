"""Two views of Arcade: the game, and the cutscene that takes its place."""

from __future__ import annotations

from pathlib import Path

import arcade

import rigbyscene
from rigbyscene.play import SceneView
from rigbyscene.scene.affine import Affine

ART = Path(__file__).resolve().parent.parent / "foxfire"
GROUND = 90.0


class WalkView(arcade.View):
    """The game: Wick between Arcade's own sprites. Touch the lamp post and the cutscene plays."""

    def __init__(self, loader: rigbyscene.play.SceneLoader[rigbyscene.Scene]):
        super().__init__(background_color=(26, 28, 70))
        self.loader = loader
        self.player = rigbyscene.ScenePlayer(rigbyscene.load_scene(ART / "wick.json"))
        self.player.loop = "shot"
        self.wick = SceneView(self.player, camera="game", matrices=self.matrices)
        self.behind, self.before = arcade.SpriteList(), arcade.SpriteList()
        self.behind.append(arcade.SpriteSolidColor(2000, 180, 480, 0, (70, 64, 88)))
        self.post = arcade.SpriteSolidColor(14, 260, 760, GROUND + 130, (40, 40, 60))
        self.behind.append(self.post)
        for x in range(0, 1600, 90):
            self.before.append(arcade.SpriteSolidColor(50, 46, x, 10, (30, 34, 52)))
        self.x, self.way, self.told = 120.0, 0, False

    def matrices(self) -> tuple[object, object]:
        """What Arcade draws through at the moment."""
        return self.window.ctx.projection_matrix, self.window.ctx.view_matrix

    def on_update(self, delta_time: float) -> None:
        ready = self.loader.step()
        self.x += self.way * 240.0 * delta_time
        if self.way == 0:
            self.player.pause()
            self.player.seek(0.0, "light_lamp")
        elif not self.player.playing or self.player.shot.name != "walk":
            self.player.play("walk")
        self.wick.placement = Affine.translation(self.x, GROUND).after(Affine.scaling(0.7, 0.7))
        self.wick.update(delta_time)
        if ready and not self.told and abs(self.x - self.post.center_x) < 90.0:
            self.told = True
            self.window.show_view(CutsceneView(self.loader.scene, self))

    def on_draw(self) -> None:
        self.clear()
        self.behind.draw()
        self.wick.draw()
        self.before.draw()

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        self.way = {arcade.key.LEFT: -1, arcade.key.RIGHT: 1}.get(symbol, self.way)

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        self.way = 0


class CutsceneView(arcade.View):
    """Plays a scene and shows the view before it again."""

    def __init__(self, scene: rigbyscene.Scene, back: arcade.View):
        super().__init__(background_color=(0, 0, 0))
        self.back = back
        self.player = rigbyscene.ScenePlayer(scene, shots=["foxfire"])
        self.scene = SceneView(self.player)
        self.player.play()
        print("cutscene")

    def on_update(self, delta_time: float) -> None:
        self.scene.update(delta_time)
        if self.player.finished:
            print("control returns")
            self.scene.close()
            self.window.show_view(self.back)

    def on_draw(self) -> None:
        self.clear()
        self.scene.draw()

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        if symbol == arcade.key.ESCAPE:
            self.player.skip()
