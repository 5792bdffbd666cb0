// The kinds of controls, one function for each class of windows.
#ifndef UIA_SERVER_KINDS_H
#define UIA_SERVER_KINDS_H

namespace uia {

class Provider;

const Provider &buttonKind();
const Provider &editKind();
const Provider &staticKind();
const Provider &comboBoxKind();
const Provider &listBoxKind();
const Provider &listViewKind();
const Provider &headerKind();
const Provider &treeViewKind();
const Provider &tabKind();
const Provider &trackbarKind();
const Provider &upDownKind();
const Provider &progressKind();
const Provider &scrollBarKind();
const Provider &toolbarKind();
const Provider &statusBarKind();
const Provider &popupMenuKind();

} // namespace uia

#endif
