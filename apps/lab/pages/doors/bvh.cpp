// The search method bvh is Embree's, and there is no Embree in a browser.
#include "scree/base/error.h"
#include "scree/search/methods.h"

namespace scree::search {

template <int D>
std::unique_ptr<ContactSearch<D>> make_bvh() {
  throw RunError("the search method bvh needs Embree, which is not there in a browser: choose another one");
}

template std::unique_ptr<ContactSearch<2>> make_bvh();
template std::unique_ptr<ContactSearch<3>> make_bvh();

}  // namespace scree::search
