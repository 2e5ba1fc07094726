// Debian's tinyobjloader is a library for the machine at hand; here it is compiled from its header.
#define TINYOBJLOADER_USE_DOUBLE
#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>
