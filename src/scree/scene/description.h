// What a scene file says, as plain values in SI units, each with its place in the file.
// Takes TOML text from the user, gives a SceneDescription to sim/. Knows no law, method or integrator by
// name: the words that it may accept come in a Vocabulary, so that a new member of a family needs no change
// here.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scree/base/error.h"
#include "scree/base/rotation.h"
#include "scree/base/units.h"
#include "scree/scene/named_number.h"
#include "scree/scene/region_shape.h"
#include "scree/shape/mesh.h"

namespace scree::scene {

template <class T>
struct Placed {
  T value{};
  Place place;
};

struct Material {
  std::string name;
  Placed<double> density;                 // [kg/m3]
  std::optional<Placed<double>> young;    // [Pa]
  std::optional<Placed<double>> poisson;  // [-]
  Place place;
};

/// How two materials touch: a law by name and its numbers. Both names empty: [contact.default].
struct ContactRule {
  std::string first, second;
  Placed<std::string> law;
  bool names_law = true;  // or the law is that of scenes with polygons
  struct Value {
    std::string name;
    Placed<double> number;
  };
  std::vector<Value> values;  // only what the file gives; defaults are the law's
  Place place;
};

struct Plane {
  Coordinates point{}, normal{};  // bodies are on the side that the normal points to; the normal has length 1
};
/// A container seen from inside, or a solid block seen from outside.
struct BoxSurface {
  Coordinates lo{}, hi{};
  bool inside = true;
};
/// A hole in the plane seen from inside, or a post seen from outside.
struct CircleSurface {
  Coordinates centre{};
  double radius = 0;
  bool inside = true;
};
/// Cylinder or cone: a hollow one, closed at the ends that have a cap, or a solid one.
struct ConeSurface {
  Coordinates start{}, end{};
  double start_radius = 0, end_radius = 0;
  bool inside = true;
  bool start_cap = true, end_cap = true;
};
/// Triangles, in the scene's frame. Those of an open box have a front, anticlockwise seen from inside.
struct MeshSurface {
  enum class Side { both, front, back };
  shape::MeshData<3> mesh;
  Side side = Side::both;  // on which triangulated bodies feel it; round ones feel both
  bool has_front = false;
};
/// Segments in the plane. Those of an open box have a back, on the right of their way.
struct ChainSurface {
  shape::MeshData<2> mesh;
  bool has_back = false;
};

/// How a wall is driven; all parts add up. In the plane turns have the third component only.
struct WallMotion {
  Coordinates velocity{};         // [m/s]
  Coordinates spin{};             // [rad/s]
  Coordinates point{};            // [m] on the axis of the spin
  Coordinates swing{};            // [m] amplitude of an oscillation
  double swing_rate = 0;          // [rad/s]
  double phase = 0;               // [rad]
  Coordinates servo_direction{};  // unit vector in which a servo pushes; zero: none
  double servo_force = 0;         // [N]
  double servo_mass = 0;          // [kg]; zero: the speed follows the missing force
  double servo_max_speed = 0;     // [m/s]
};

struct Wall {
  std::string name;                             // made up ("wall 2") when the file gives none
  std::optional<Placed<std::string>> material;  // none: rigid
  std::variant<Plane, BoxSurface, CircleSurface, ConeSurface, MeshSurface, ChainSurface> surface;
  WallMotion motion;  // at the start
  Place place;
};

/// A polygon in the plane, convex or made of convex parts; scree/scene/polygons.h makes it.
struct PolygonForm {
  enum class Kind { corners, regular, box, stone, ellipse, outline, parts, gear } kind = Kind::regular;
  std::vector<Coordinates> corners{};  // [m]; also of an outline
  struct Part {
    std::vector<Coordinates> corners;  // [m] in the body's frame
    Place place;
  };
  std::vector<Part> parts{};
  double tooth = 0;                            // height of a gear's teeth over its radius
  bool hull = false;                           // of the corners
  std::uint64_t count = 0;                     // of corners, for regular, stone and ellipse; of teeth
  double width = 0, height = 0;                // [m] of a box
  std::array<double, 2> elongation{1, 1};      // least and most, of stones and ellipses
  std::array<double, 2> angularity{0.5, 0.5};  // least and most, of stones
  std::uint64_t variants = 64;                 // of stones or ellipses that differ, in a fill
  Place place{};
};

/// What a triangulated body looks like; scree/scene/meshes.h makes it.
struct MeshForm {
  shape::MeshData<3> mesh{};         // [m] of a file or a made shape; of none if it is a rock
  bool has_own_size = false;         // else the radius says how large it is
  std::uint64_t rock_triangles = 0;  // 0: it is no rock
  double eta = 1.3;                  // of rocks: farthest over nearest vertex
  std::uint64_t variants = 8;        // of rocks that differ, in a fill
  std::string title{};               // "rock.stl", "icosphere": for messages
  Place place{};
};

/// The halo in which a triangulated body is felt: a length, or a share of the diameter of the sphere around.
struct HaloSize {
  double relative = 0.01;
  std::optional<double> length{};  // [m]
  double around(double radius) const { return length.value_or(2 * relative * radius); }
};

struct Body {
  std::string name;
  Placed<std::string> shape;  // "disc", "sphere", "polygon" or "mesh"
  std::optional<PolygonForm> polygon;
  std::optional<MeshForm> mesh;
  Rotation<3> rotation{};                       // of a mesh, from the frame of its file
  std::optional<HaloSize> halo;                 // none: that of the run
  double angle = 0;                             // [rad] of a polygon
  Placed<double> radius;                        // of a polygon: of its farthest corner from the centroid
  std::optional<Placed<std::string>> material;  // none only if fixed: rigid
  Coordinates position{}, velocity{};
  Coordinates spin{};  // 2D: the third component
  bool fixed = false;
  Place place;
};

/// Radii [m]; a scene may speak of diameters. fill/size_sampler.h draws from it.
struct SizeDistribution {
  enum class Form { fixed, uniform, normal, log_normal, classes } form = Form::fixed;
  double least = 0, most = 0;  // equal when fixed; where normal and log_normal are cut off
  double centre = 0;           // mean of normal, median of log_normal
  double spread = 0;           // standard deviation of normal [m]; of log_normal the factor that e^sigma is
  /// Sizes from `least` to `most`, or one size where the two are equal. Within a class every interval of size
  /// has the same volume.
  struct Class {
    double least = 0, most = 0;
    double share = 0;  // any scale
  };
  std::vector<Class> classes{};
  enum class Shares { of_volume, of_number } shares = Shares::of_volume;
};

struct Fill {
  enum class Arrangement { random, lattice, grow, rain, file };
  Placed<std::string> shape;
  std::optional<PolygonForm> polygon;
  std::optional<double> angle;  // [rad] of every polygon; none: at random
  std::optional<MeshForm> mesh;
  std::optional<Rotation<3>> rotation;  // of every mesh; none: at random
  HaloSize halo;                        // of meshes
  Placed<std::string> material;
  SizeDistribution radius;
  Coordinates lo{}, hi{};             // the box around the region
  std::optional<RegionShape> region;  // bodies lie wholly inside; none: that box
  Arrangement arrangement = Arrangement::random;
  std::optional<Placed<std::uint64_t>> count;  // one of the two, unless from a file
  std::optional<Placed<double>> volume_fraction;
  std::optional<Placed<std::string>> file;  // csv: x,y[,z],radius[,vx,vy[,vz]]
  /// The text of the csv file, read together with the scene, so that a resumed run does not need the file
  /// again; or lines that the scene itself holds. Set whenever the arrangement is `file`; `file` is then only
  /// its name, if any.
  std::optional<Placed<std::string>> rows;
  Coordinates velocity{};
  double random_speed = 0;   // each component uniform in +- this [m/s]
  double thermal_speed = 0;  // standard deviation of each component, without a sum of momenta [m/s]
  bool fixed = false;
  Place place;
};

/// When a stage ends: comparisons joined by `and` and `or`.
struct Condition {
  enum class Quantity { settled, time, stage_time, count, mass, kinetic_energy, speed, contacts };
  enum class Relation { below, at_most, above, at_least };
  struct Comparison {
    Quantity quantity{};
    std::optional<std::size_t> region;  // index among the scene's; none: everywhere
    Relation relation{};
    double value = 0;     // SI
    double left_out = 0;  // of settled: the share of the bodies, the liveliest, that do not count
  };
  /// A comparison, or two parts by their numbers among `nodes`.
  struct Node {
    enum class Kind { comparison, both, either } kind = Kind::comparison;
    std::size_t first = 0, second = 0;  // of a comparison: its number
  };
  std::vector<Comparison> comparisons;
  std::vector<Node> nodes;  // parts stand before what joins them; the last is the whole
  std::string text;         // as written
};

struct Stage {
  std::string name;
  /// How long [s] it lasts at most; without `until`, exactly.
  Placed<double> duration;
  std::optional<Placed<Condition>> until;
  bool must_end_by_condition = false;          // when `duration` passes first, the run stops with an error
  std::optional<Placed<double>> check;         // [s] between looks at the condition; none: every 100 steps
  std::optional<Placed<Coordinates>> gravity;  // from its start on
  std::optional<Placed<double>> shear_rate;    // [1/s] likewise; only if the domain is sheared
  // Walls by name, at its start. A wall that some stage adds, and none before it removes, is not there
  // before.
  std::vector<std::string> remove, add, stop;
  // From its start on, until a later stage changes them again. Of a material only what is given changes,
  // never its density; of a rule the values that it names.
  std::vector<Material> materials;
  std::vector<ContactRule> contacts;
};

/// Brings bodies in while the run goes on, at random places in a box.
struct Inlet {
  std::string name;
  Placed<std::string> shape;
  std::optional<PolygonForm> polygon;
  std::optional<double> angle;  // [rad] of every polygon; none: at random
  std::optional<MeshForm> mesh;
  std::optional<Rotation<3>> rotation;  // of every mesh; none: at random
  HaloSize halo;                        // of meshes
  Placed<std::string> material;
  SizeDistribution radius;
  Coordinates lo{}, hi{};                                  // bodies come to lie wholly inside
  std::optional<Placed<double>> mass_rate;                 // [kg/s], one of the two
  std::optional<Placed<double>> number_rate;               // [1/s]
  std::optional<Placed<std::uint64_t>> count;              // no more than this in all
  Coordinates velocity{};                                  // [m/s]
  double random_speed = 0;                                 // each component uniform in +- this [m/s]
  double from = 0;                                         // [s]
  double until = std::numeric_limits<double>::infinity();  // [s]
  std::vector<std::string> stages;                         // in which it works; empty: in all
  bool waits = false;  // when there is no room: wait, or stop the run with an error
  Place place;
};

/// Takes bodies out whose centre comes into its region.
struct Sink {
  std::string name;
  RegionShape shape;
  Place place;
};

struct Measure {
  enum class Kind {
    energies,
    momentum,
    contacts,
    bulk,
    field,
    profile,
    flow,
    wall,
    bodies,
    segregation,
    mixing,
    slope,
    front,
    orientation
  };
  enum class Kernel { lucy, gaussian };
  std::string name;
  Kind kind{};
  Placed<double> interval;                      // [s]
  std::optional<RegionShape> region;            // none: everywhere
  int axis = 0;                                 // of profile, segregation, slope and front
  std::uint64_t bins = 0;                       // of profile and slope
  std::array<std::uint64_t, 3> cells{1, 1, 1};  // of field
  double width = 0;                             // of the kernel: its reach (Lucy) or deviation (Gaussian) [m]
  double cell = 0;                              // side of the cells of mixing [m]; 0: three mean diameters
  Coordinates up{};                             // of slope: against gravity, length 1
  Kernel kernel = Kernel::lucy;
  Plane plane;                      // of flow
  std::string wall;                 // by name
  std::vector<std::string> bodies;  // by name
  Place place;
};
/// By Kind.
std::span<const std::string_view> measure_kinds();

struct RecordSettings {
  std::optional<Placed<double>> frames;      // [s] between frames; none: first and last only
  std::optional<Placed<double>> checkpoint;  // [s] of wall clock; none: 60
  bool contacts = false;                     // with the frames: who touches whom, where, and how hard
};

struct RunSettings {
  enum class Accuracy { draft, normal, fine };
  Placed<std::string> integrator;  // empty: the default
  Placed<std::string> stepper;
  Placed<std::string> implicit;  // how implicit steps treat what contacts store; empty: the default
  Placed<std::string> search;
  std::optional<Placed<double>> time_step;  // none: auto
  Accuracy accuracy = Accuracy::normal;     // of an automatic time step
  std::optional<Placed<double>> skin;       // none: auto
  bool orientations = true;                 // of round bodies, too
  HaloSize halo;                            // of triangulated bodies; of all, where contacts are hard
  // Of steppers with impulses.
  std::optional<Placed<double>> solver_tolerance, contact_tolerance;
  bool sleep = false;
  std::optional<Placed<double>> sleep_within, sleep_after;  // none: from gravity and sizes
};

/// Overlap over the smaller radius; infinity for "never".
struct WatchSettings {
  double overlap_warn = 0.01, overlap_strong = 0.05, overlap_stop = 0.20;
  double time_step_stop = 2;  // over its criterion
};

/// The copies one length above along the gradient axis move along the flow axis, at rate times that length.
struct Shear {
  std::size_t flow = 0, gradient = 1;  // axes
  Placed<double> rate;                 // [1/s]
  bool flowing = false;                // bodies start with the velocity of an even flow, on top of their own
};

/// May be infinite; a centre beyond it is gone.
struct DomainBox {
  static constexpr double unbounded = std::numeric_limits<double>::infinity();
  Coordinates lo{-unbounded, -unbounded, -unbounded}, hi{unbounded, unbounded, unbounded};
  std::array<bool, 3> periodic{};  // a centre beyond comes back on the other side
  Place periodic_place;
  std::optional<Shear> shear;
};

// Changes of a run while it goes on. scree/scene/edit.h reads and writes them; sim/ makes them.

/// Numbers of contact laws and of materials; what is not named stays.
struct LawChange {
  std::vector<ContactRule> contacts;
  std::vector<Material> materials;
};
struct GravityChange {
  Coordinates gravity{};  // [m/s2]
};
/// From where the wall is; all zero stops it.
struct WallDrive {
  std::string wall;
  WallMotion motion;
};
/// To another place at once: turned about a point, then shifted. A motion goes on from there.
struct WallMove {
  std::string wall;
  Coordinates by{};           // [m]
  double angle = 0;           // [rad]
  Coordinates axis{0, 0, 1};  // of the turn, length 1
  Coordinates about{};        // [m] a point on the axis
};
struct WallAddition {
  Wall wall;
};
/// Bodies do not feel the wall any more; or do so again.
struct WallRemoval {
  std::string wall;
};
struct WallReturn {
  std::string wall;
};
struct BodyAddition {
  Body body;
  bool has_name = false;
};
struct FillAddition {
  Fill fill;
};
/// To another place or motion at once; what is not given stays.
struct BodyMove {
  std::uint64_t body = 0;  // id
  std::optional<Coordinates> position, velocity, spin;
  std::optional<double> angle;  // [rad] of a polygon
};
/// By id. A pinned body is fixed where it is until it is unpinned.
struct BodyPin {
  std::vector<std::uint64_t> bodies;
};
struct BodyUnpin {
  std::vector<std::uint64_t> bodies;
};
struct BodyRemoval {
  std::vector<std::uint64_t> bodies;
};
/// A spring from the centre of a body to a point, until it is released; a second one of the same body
/// replaces the first.
struct BodyGrab {
  std::uint64_t body = 0;  // id
  Coordinates point{};     // [m]
  double stiffness = 0;    // [N/m]
  double damping = 0;      // [kg/s]
};
struct BodyRelease {
  std::vector<std::uint64_t> bodies;
};
/// Holds until another edit changes it, over the ends of stages.
struct TimeStepChange {
  double time_step = 0;  // [s]
};
struct FrameIntervalChange {
  double interval = 0;  // [s]
};

using Change = std::variant<GravityChange, LawChange, WallDrive, WallMove, WallAddition, WallRemoval,
                            WallReturn, BodyAddition, FillAddition, BodyMove, BodyPin, BodyUnpin, BodyRemoval,
                            BodyGrab, BodyRelease, TimeStepChange, FrameIntervalChange>;

struct Edit {
  std::uint64_t step = 0;  // of the run after which it is made
  Change change;
  std::string text;  // the change as TOML, without the step: reading it again gives it again
  Place place;
};

struct SceneDescription {
  std::string name;
  std::vector<NamedNumber> names;
  int dimension = 3;
  Coordinates gravity{};
  std::optional<std::uint64_t> seed;
  double thickness = 1;  // [m], 2D only
  DomainBox domain;
  std::vector<Material> materials;
  std::vector<ContactRule> contacts;
  std::vector<Wall> walls;
  std::vector<Body> bodies;
  std::vector<Fill> fills;
  std::vector<Region> regions;
  std::vector<Stage> stages;
  std::vector<Inlet> inlets;
  std::vector<Sink> sinks;
  std::vector<Measure> measures;
  std::vector<Edit> edits;  // in the order of their steps
  RecordSettings record;
  RunSettings run;
  WatchSettings watch;

  /// The scene as one TOML text, with includes, csv files and overrides in place: reading it again gives this
  /// scene, without any other file. For provenance and resuming.
  std::string resolved_text;
};

/// The words and numbers that families of sim/ offer to scenes.
struct Vocabulary {
  struct Law {
    std::string_view name;
    std::span<const Parameter> parameters;
  };
  std::vector<Law> laws;
  std::vector<std::string_view> searches, integrators, steppers;
  std::string_view polygon_law{};  // of contacts that name none in a scene with polygons
};

/// "scene.gravity=[0,0,-1]" from the command line: a path of keys, elements of [[...]] by index from 0 or by
/// name ("wall.floor.material=steel"), then a value as TOML or, if it is none, as plain text.
struct Override {
  std::string text;
  std::string option{};  ///< that messages name, where one of its own stands for --set: "--seed"
};

/// Which files a scene may name (includes, csv files, meshes).
struct FileReach {
  enum class Kind { anywhere, below_folder, nowhere } kind = Kind::anywhere;
  std::string folder{};  ///< of `below_folder`; links that lead out of it are followed and refused
};

/// Reads a scene and its includes. Throws SceneError with every complaint at once (up to 50), each placed.
SceneDescription read_scene(const std::string& path, const Vocabulary& vocabulary,
                            std::span<const Override> overrides = {});
/// The same from text; `name` stands for the file in messages, and relative paths start at its folder.
SceneDescription read_scene_text(std::string_view text, const std::string& name, const Vocabulary& vocabulary,
                                 std::span<const Override> overrides = {}, const FileReach& reach = {});

}  // namespace scree::scene
