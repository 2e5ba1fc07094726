import assert from "node:assert/strict";
import test from "node:test";
import { FlatCamera } from "../../src/draw/camera_flat";
import { OrbitCamera } from "../../src/draw/camera_orbit";
import { project, type Camera, type Vec3 } from "../../src/draw/view";
import { fromSlider, rangeOf, sliderSteps, toSlider, type Key } from "../../src/model/keys";
import { ofPlaces } from "../../src/model/lessons";
import { quantity } from "../../src/model/numbers";
import { raceSystems, slope } from "../../src/model/race";
import { csv } from "../../src/panels/csv";
import { inOrder } from "../../src/panels/branches_order";
import { asOutline } from "../../src/tools/draw_bodies";

const key: Key = { name: "contact.friction", summary: "", takes: "", default: "", example: "", form: "quantity", live: true, least: 0 };

test("a slider gives back the number it was set to, within one notch", () => {
  for (const value of [0.05, 0.3, 1.2]) {
    const range = rangeOf(key, value);
    const notch = (range.most - range.least) / sliderSteps;
    assert.ok(Math.abs(fromSlider(range, toSlider(range, value)) - value) <= notch, String(value));
  }
  const wide = rangeOf({ ...key, unit: "Pa" }, 5e9);
  assert.ok(wide.logarithmic);
  assert.ok(Math.abs(Math.log(fromSlider(wide, toSlider(wide, 5e9)) / 5e9)) < 0.05);
});

test("a place goes to a pixel and back, in the plane and in space", () => {
  const cameras: Camera[] = [new FlatCamera(), new OrbitCamera()];
  for (const camera of cameras) {
    camera.fit([0, 0, 0], [2, 1, 1], 800, 600);
    const place: Vec3 = [0.7, 0.4, camera instanceof FlatCamera ? 0 : 0.2];
    const seen = project(camera.view(800, 600), place)!;
    const back = camera.placeAt(seen.x, seen.y, 800, 600, place);
    place.forEach((x, k) => assert.ok(Math.abs(x - back[k]!) < 1e-5, `axis ${k}: ${x} and ${back[k]}`));
  }
});

test("zooming keeps the place below the pointer", () => {
  const camera = new FlatCamera();
  camera.fit([0, 0, 0], [2, 1, 0], 800, 600);
  const before = camera.placeAt(100, 50, 800, 600);
  camera.zoom(3, 100, 50, 800, 600);
  camera.placeAt(100, 50, 800, 600).forEach((x, k) => assert.ok(Math.abs(x - before[k]!) < 1e-12));
});

test("an outline is given anticlockwise about its centroid, whichever way it was drawn", () => {
  const clockwise: Vec3[] = [[0, 0, 0], [0, 2, 0], [4, 2, 0], [4, 0, 0]];
  const { centre, corners } = asOutline(clockwise);
  assert.deepEqual(centre, [2, 1, 0]);
  assert.deepEqual(corners, [[2, -1], [2, 1], [-2, 1], [-2, -1]]);
});

test("the slope of a race is the exponent of its cost", () => {
  const points = [100, 200, 400].map((across) => ({ across, milliseconds: 3 * across ** 2 }));
  assert.ok(Math.abs(slope(points)! - 2) < 1e-12);
  assert.equal(slope(points.slice(0, 1)), undefined);
  assert.deepEqual(raceSystems(1, 1600, 3).map((s) => s.count), [100, 200, 400, 800, 1600]);
  assert.deepEqual(raceSystems(2, 1000, 16).map((s) => s.ratio), [1, 2, 4, 8, 16]);
});

test("a heap of 45 degrees is measured as such", () => {
  assert.equal(ofPlaces("slope", [[-1, 0], [0, 1], [1, 0]]), 45);
  assert.equal(ofPlaces("count", []), 0);
});

test("numbers are written with the prefix that people use", () => {
  assert.equal(quantity(0.0025, "m"), "2.5 mm");
  assert.equal(quantity(5e9, "Pa"), "5 GPa");
  assert.equal(quantity(0.012, "kg"), "12 g");
  assert.equal(quantity(0, "N"), "0 N");
});

test("a table as CSV keeps all digits and quotes names that need it", () => {
  assert.equal(csv(["time", 'a,"b"'], [[0.1, 1 / 3]]), 'time,"a,""b"""\n0.1,0.3333333333333333\n');
});

test("branches are listed below what they forked from", () => {
  const branch = (id: number, parent: number | null) => ({ branch: id, parent, forked_at: 0, name: "", step: 0, time: 0, edits: 0 });
  const order = inOrder([branch(0, null), branch(1, 0), branch(2, 0), branch(3, 1)]);
  assert.deepEqual(order.map(([b, depth]) => [b.branch, depth]), [[0, 0], [1, 1], [3, 2], [2, 1]]);
});
