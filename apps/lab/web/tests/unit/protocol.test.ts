import assert from "node:assert/strict";
import test from "node:test";
import { angleOf, centreOf, readPicture } from "../../src/protocol/picture";
import { readRoster } from "../../src/protocol/roster";
import { encodePicture, encodeRoster, type MockBody } from "../mock/encode";

const square = [1, 0, 0, 1, -1, 0, 0, -1];
const bodies: MockBody[] = [
  { id: 3, x: 0.25, y: 0.5, angle: 1, radius: 0.1, material: 0, colour: 7 },
  { id: 8, x: 0.75, y: 0.125, angle: -1, radius: 0.2, material: 1, corners: square, fixed: true, colour: 255 },
  { id: 9, x: 4, y: 5, angle: 2, radius: 3, material: 65535, colour: 0 },
];

test("a roster tells ids, radii, shapes and what is fixed", () => {
  const roster = readRoster(encodeRoster(12, bodies));
  assert.equal(roster.number, 12);
  assert.deepEqual([...roster.ids], [3, 8, 9]);
  assert.deepEqual([...roster.rounds], [0, 2]);
  assert.deepEqual([...roster.partsOf(1)[0]!], square);
  assert.equal(roster.partsOf(0).length, 0);
  assert.ok(roster.isFixed(1) && !roster.isFixed(0));
  assert.equal(roster.slotOf(9), 2);
  assert.equal(roster.slotOf(4), -1);
});

test("a picture tells places within its quantum, angles, colours and exact bodies", () => {
  const head = { branch: 1, shows: 5, roster: 12, step: 77, time: 0.5, past: true };
  const picture = readPicture(encodePicture(head, [0, 0, 0], [1, 1, 1], bodies));
  assert.equal(picture.step, 77);
  assert.ok(picture.past && !picture.running);
  bodies.forEach((body, slot) => {
    const centre = centreOf(picture, slot)!;
    assert.ok(Math.abs(centre[0] - body.x) <= 1 / 65535 && Math.abs(centre[1] - body.y) <= 1 / 65535, `body ${body.id}`);
    const turn = angleOf(picture, slot) - body.angle;
    assert.ok(Math.abs(Math.sin(turn / 2)) < 1e-4, `angle of body ${body.id}`);
  });
  assert.deepEqual([...picture.colours!], [7, 255, 0]);
});
