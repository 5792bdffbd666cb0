// Faults that a test asks for, by the variable CASEMENT_UIA_FAULTS or by uiaServerFaults().
//
// `name=value` separated by `;`. ELEMENT is an automation id or a name.
//   slow=MS               every remote call takes this much longer
//   failProperty=ID[,HR]  reading this property fails (E_FAIL); its cached value fails the same way
//   failElement=ELEMENT   requests of it fail with E_FAIL, walks leave it out with what is in it
//   leaveOut=ELEMENT      walks leave it out; requests of it itself are answered
//   failRequest=NAME[,HR] the method of this name fails, such as BuildUpdatedCache
//   die=ELEMENT           it is found, but is gone when it is asked again
//   hang=ELEMENT          who reaches it waits until the transaction time-out
//   freeze=ELEMENT        who reaches it waits until the fault is taken away, whatever the time-out
//   keep=ELEMENT          who lets go of it waits until the fault is taken away
//   hold=ELEMENT          pressing it returns when the program's handler does, as with providers
//                         that do not post what they are asked for
#ifndef UIA_SERVER_FAULTS_H
#define UIA_SERVER_FAULTS_H

#include "node.h"

#include <ole2.h>
#include <string>

namespace uia {

class Faults {
  public:
    static Faults parse(const std::wstring &text);

    bool any() const { return hasAny_; }
    DWORD slowMs() const { return slowMs_; }
    // The failure that reading a property is to have, or S_OK.
    HRESULT ofProperty(int property) const
    {
        return property == property_ ? propertyResult_ : S_OK;
    }
    HRESULT ofRequest(const char *name) const { return request_ == name ? requestResult_ : S_OK; }
    // What a request that is about this element answers; waits where it is to wait.
    HRESULT ofElement(const Node &node) const;
    // Whether a walk leaves the element out; waits where it is to wait.
    bool isLeftOut(const Node &node) const;
    // Waits where letting go of the element is to wait.
    void waitAtRelease(const Node &node) const;
    // Whether a press of the element waits for the program's handler.
    bool isHeld(const Node &node) const;

  private:
    bool waitsAt(const Node &node) const;

    bool hasAny_ = false;
    DWORD slowMs_ = 0;
    int property_ = 0;
    HRESULT propertyResult_ = E_FAIL, requestResult_ = E_FAIL;
    std::string request_;
    std::wstring failing_, leftOut_, dying_, hanging_, freezing_, keeping_, held_;
};

// A copy of what holds now.
Faults faults();

} // namespace uia

#endif
