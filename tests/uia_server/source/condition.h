// Conditions: what a client builds to find elements and to choose a view of the tree.
#ifndef UIA_SERVER_CONDITION_H
#define UIA_SERVER_CONDITION_H

#include "com_object.h"
#include "node.h"
#include "value.h"

namespace uia {

// Our side of a condition.
class Condition {
  public:
    virtual ~Condition() = default;
    virtual bool holds(const Node &node) const = 0;
};
UIA_PRIVATE_ID(Condition, 1)

// A client's condition, held; one that is null or a stranger's holds for everything.
class HeldCondition {
  public:
    HeldCondition() = default;
    explicit HeldCondition(IUIAutomationCondition *condition)
        : held_(Ref<IUIAutomationCondition>::share(condition)), ours_(ours<Condition>(condition))
    {
    }
    bool holds(const Node &node) const { return !ours_ || ours_->holds(node); }
    IUIAutomationCondition *get() const { return held_.get(); }
    bool isOurs() const { return ours_ != nullptr; }

  private:
    Ref<IUIAutomationCondition> held_;
    Condition *ours_ = nullptr;
};

Ref<IUIAutomationCondition> newBoolCondition(bool value);
// Takes the value as it is; null for one that cannot be compared.
Ref<IUIAutomationCondition> newPropertyCondition(PROPERTYID property, const VARIANT &value,
                                                 PropertyConditionFlags flags);
Ref<IUIAutomationCondition> newAndCondition(std::vector<HeldCondition> parts);
Ref<IUIAutomationCondition> newOrCondition(std::vector<HeldCondition> parts);
Ref<IUIAutomationCondition> newNotCondition(HeldCondition part);

// The conditions of the three views.
Ref<IUIAutomationCondition> rawView();
Ref<IUIAutomationCondition> controlView();
Ref<IUIAutomationCondition> contentView();

} // namespace uia

#endif
