// Islands of tests: cubes, piles, random ones.
#pragma once

#include "scree/base/math.h"
#include "scree/base/random.h"
#include "scree/solve/island.h"

namespace scree::solve {

/// Edge 1 m, mass 1 kg.
inline IslandBody<3> unit_cube(Id id) { return {id, 1.0, {6, 6, 6, 0, 0, 0}, {}, {}}; }

/// Four corners of a face of side 1 m that the first body stands on; `turn` yaws it. `second` may be no_body.
inline void add_face(Island<3>& island, std::uint32_t first, std::uint32_t second, double turn,
                     const Vec3& shift, double friction) {
  const Rotation<3> yaw = rotation_by(turn, Vec3{0, 0, 1});
  for (std::uint32_t corner = 0; corner < 4; ++corner) {
    const Vec3 place = rotate(yaw, {corner % 2 ? 0.5 : -0.5, corner / 2 ? 0.5 : -0.5, -0.5});
    IslandContact<3> contact;
    const std::uint64_t partner = second == no_body ? 0xffff'ffffu : second;
    contact.key = {(std::uint64_t{first} << 32) | partner, corner, 0};
    contact.first = first;
    contact.second = second;
    contact.normal = {0, 0, 1};
    contact.arm_first = place;
    contact.arm_second = place + shift + Vec3{0, 0, 1};
    contact.friction = friction;
    island.contacts.push_back(contact);
  }
}

/// Cubes on each other, the lowest on the floor, after a step of falling; yawed and shifted a little.
inline Island<3> tower(std::uint32_t height, double fall_speed, double disorder) {
  Island<3> island;
  for (std::uint32_t k = 0; k < height; ++k) {
    island.bodies.push_back(unit_cube(k));
    island.bodies.back().velocity = {0, 0, -fall_speed};
    const double yaw = disorder * math::sin(1.0 + k), shift = 0.5 * disorder * math::cos(3.0 * k);
    add_face(island, k, k == 0 ? no_body : k - 1, yaw, {shift, -shift, 0}, 0.5);
  }
  return island;
}

/// Discs or balls with contacts between neighbours in number and to walls, all directions and speeds random.
template <int D>
Island<D> random_island(std::uint64_t seed, std::uint32_t bodies, std::uint32_t contacts,
                        double most_friction) {
  std::uint64_t index = 0;
  const auto next = [&] { return random_uniform(seed, purpose("island of a test"), index++); };
  const auto direction = [&] {
    Vec<D> v;
    do
      for (int k = 0; k < D; ++k) v[k] = 2 * next() - 1;
    while (norm(v) < 0.1);
    return v / norm(v);
  };
  Island<D> island;
  for (std::uint32_t b = 0; b < bodies; ++b) {
    IslandBody<D> body;
    body.id = b;
    body.inverse_mass = 0.2 + 2 * next();
    if constexpr (D == 2)
      body.inverse_inertia = 2 * body.inverse_mass;
    else
      body.inverse_inertia = {2 * body.inverse_mass, 3 * body.inverse_mass, 2.5 * body.inverse_mass, 0, 0, 0};
    body.velocity = direction() * next();
    island.bodies.push_back(body);
  }
  for (std::uint32_t c = 0; c < contacts; ++c) {
    IslandContact<D> contact;
    contact.first = static_cast<std::uint32_t>(next() * (bodies - 1));
    if (next() < 0.7) contact.second = contact.first + 1;
    contact.key = {(std::uint64_t{contact.first} << 32) | contact.second, c, 0};
    contact.normal = direction();
    contact.arm_first = direction() * -0.5;
    contact.arm_second = direction() * 0.5;
    contact.friction = most_friction * next();
    island.contacts.push_back(contact);
  }
  return island;
}

}  // namespace scree::solve
