import type { ComObject, ComType } from "../com/com_object.ts";
import { defineInterface } from "../com/define_interface.ts";
import { method } from "../com/interface_table.ts";
import type { Variant, VariantValue } from "../com/variant.ts";
import { C, OUT } from "../ctype.ts";
import type { Hwnd } from "../handles.ts";
import { HRESULT, isHresult } from "../result.ts";
import type { StructValue } from "../struct.ts";
import { POINT, type RECT } from "../window.ts";
import type { UIAutomationCacheRequest } from "./cache_request.ts";
import type { UIAutomationCondition } from "./condition.ts";
import { UIAutomationElementArray } from "./element_array.ts";
import type { View } from "./enums.ts";

const base = defineInterface("IUIAutomationElement", "d22108aa-8ac5-49a5-837b-37bbb3d7591e", {
  SetFocus: method(3),
  GetRuntimeId: method(4, OUT.SAFEARRAY), // runtimeId
  FindFirst: method(5, C.ENUM, C.INTERFACE, OUT.INTERFACE), // scope, condition, found
  FindAll: method(6, C.ENUM, C.INTERFACE, OUT.INTERFACE), // scope, condition, found
  FindFirstBuildCache: method(7, C.ENUM, C.INTERFACE, C.INTERFACE, OUT.INTERFACE), // scope, condition, cacheRequest, found
  FindAllBuildCache: method(8, C.ENUM, C.INTERFACE, C.INTERFACE, OUT.INTERFACE), // scope, condition, cacheRequest, found
  BuildUpdatedCache: method(9, C.INTERFACE, OUT.INTERFACE), // cacheRequest, updatedElement
  GetCurrentPropertyValueEx: method(11, C.INT, C.BOOL, OUT.VARIANT), // propertyId, ignoreDefaultValue, retVal
  GetCachedPropertyValueEx: method(13, C.INT, C.BOOL, OUT.VARIANT), // propertyId, ignoreDefaultValue, retVal
  GetCurrentPatternAs: method(14, C.INT, C.BUFFER, OUT.INTERFACE), // patternId, riid, patternObject
  GetCachedPatternAs: method(15, C.INT, C.BUFFER, OUT.INTERFACE), // patternId, riid, patternObject
  GetCachedParent: method(18, OUT.INTERFACE), // parent
  GetCachedChildren: method(19, OUT.INTERFACE), // children
  get_CurrentProcessId: method(20, OUT.INT),
  get_CurrentControlType: method(21, OUT.INT),
  get_CurrentLocalizedControlType: method(22, OUT.BSTR),
  get_CurrentName: method(23, OUT.BSTR),
  get_CurrentAcceleratorKey: method(24, OUT.BSTR),
  get_CurrentAccessKey: method(25, OUT.BSTR),
  get_CurrentHasKeyboardFocus: method(26, OUT.INT),
  get_CurrentIsKeyboardFocusable: method(27, OUT.INT),
  get_CurrentIsEnabled: method(28, OUT.INT),
  get_CurrentAutomationId: method(29, OUT.BSTR),
  get_CurrentClassName: method(30, OUT.BSTR),
  get_CurrentHelpText: method(31, OUT.BSTR),
  get_CurrentIsControlElement: method(33, OUT.INT),
  get_CurrentIsContentElement: method(34, OUT.INT),
  get_CurrentIsPassword: method(35, OUT.INT),
  get_CurrentNativeWindowHandle: method(36, OUT.HWND),
  get_CurrentIsOffscreen: method(38, OUT.INT),
  get_CurrentOrientation: method(39, OUT.INT),
  get_CurrentFrameworkId: method(40, OUT.BSTR),
  get_CurrentIsRequiredForForm: method(41, OUT.INT),
  get_CurrentItemStatus: method(42, OUT.BSTR),
  get_CurrentBoundingRectangle: method(43, OUT.RECT),
  get_CurrentLabeledBy: method(44, OUT.INTERFACE),
  get_CachedProcessId: method(52, OUT.INT),
  get_CachedControlType: method(53, OUT.INT),
  get_CachedLocalizedControlType: method(54, OUT.BSTR),
  get_CachedName: method(55, OUT.BSTR),
  get_CachedAcceleratorKey: method(56, OUT.BSTR),
  get_CachedAccessKey: method(57, OUT.BSTR),
  get_CachedHasKeyboardFocus: method(58, OUT.INT),
  get_CachedIsKeyboardFocusable: method(59, OUT.INT),
  get_CachedIsEnabled: method(60, OUT.INT),
  get_CachedAutomationId: method(61, OUT.BSTR),
  get_CachedClassName: method(62, OUT.BSTR),
  get_CachedHelpText: method(63, OUT.BSTR),
  get_CachedIsControlElement: method(65, OUT.INT),
  get_CachedIsContentElement: method(66, OUT.INT),
  get_CachedIsPassword: method(67, OUT.INT),
  get_CachedNativeWindowHandle: method(68, OUT.HWND),
  get_CachedIsOffscreen: method(70, OUT.INT),
  get_CachedOrientation: method(71, OUT.INT),
  get_CachedFrameworkId: method(72, OUT.BSTR),
  get_CachedIsRequiredForForm: method(73, OUT.INT),
  get_CachedItemStatus: method(74, OUT.BSTR),
  get_CachedBoundingRectangle: method(75, OUT.RECT),
  get_CachedLabeledBy: method(76, OUT.INTERFACE),
  GetClickablePoint: method(84, OUT.POINT, OUT.INT), // clickable, gotClickable
});

/** A class of control patterns, which knows its id in {@link PATTERN}. */
export interface PatternType<T extends ComObject> extends ComType<T> {
  readonly patternId: number;
}

/**
 * An element of a program's user interface. Each `Current` read is a request to the program, which may hang.
 *
 * @see https://learn.microsoft.com/windows/win32/api/uiautomationclient/nn-uiautomationclient-iuiautomationelement
 */
export class UIAutomationElement extends base {
  setFocus(): void {
    this.call("SetFocus");
  }

  /** Tells elements of one moment apart; used again later, and not cached. */
  runtimeId(): readonly number[] {
    return this.array("GetRuntimeId").filter((part) => typeof part === "number");
  }

  /** The first match in a scope of {@link TREE_SCOPE}, owned by the caller. With a cache request it comes with its cache. */
  findFirst(
    scope: number,
    condition: UIAutomationCondition,
    cacheRequest?: UIAutomationCacheRequest,
  ): UIAutomationElement | undefined {
    return cacheRequest === undefined
      ? this.object(UIAutomationElement, "FindFirst", scope, condition)
      : this.object(UIAutomationElement, "FindFirstBuildCache", scope, condition, cacheRequest);
  }

  /** All matches, as {@link findFirst}; undefined where the provider gives no array instead of an empty one. */
  findAll(
    scope: number,
    condition: UIAutomationCondition,
    cacheRequest?: UIAutomationCacheRequest,
  ): UIAutomationElementArray | undefined {
    return cacheRequest === undefined
      ? this.object(UIAutomationElementArray, "FindAll", scope, condition)
      : this.object(UIAutomationElementArray, "FindAllBuildCache", scope, condition, cacheRequest);
  }

  /** The same element with what the request fetches in its cache, and those of the request's scope below it. */
  buildUpdatedCache(cacheRequest: UIAutomationCacheRequest): UIAutomationElement {
    return this.requiredObject(UIAutomationElement, "BuildUpdatedCache", cacheRequest);
  }

  /** The parent, where a cache request's scope fetched it. */
  cachedParent(): UIAutomationElement | undefined {
    return this.object(UIAutomationElement, "GetCachedParent");
  }

  /** The children that a cache request fetched; undefined where it found none. */
  cachedChildren(): UIAutomationElementArray | undefined {
    return this.object(UIAutomationElementArray, "GetCachedChildren");
  }

  /**
   * Any property by its id of {@link PROPERTY}. A property that the program does not support comes with its default, or,
   * where that is to be ignored, as the reserved object of {@link UIAutomation.notSupportedValue}.
   */
  propertyValue(view: View, propertyId: number, ignoreDefault: boolean): Variant {
    return this.variant(`Get${view}PropertyValueEx`, propertyId, ignoreDefault ? 1 : 0);
  }

  /**
   * The value of any property that is no object, its default where the program does not support it. Nothing is left to be
   * disposed of, which makes it three times as quick as {@link propertyValue}.
   */
  value(view: View, propertyId: number): VariantValue {
    return this.variantValue(
      view === "Cached" ? "GetCachedPropertyValueEx" : "GetCurrentPropertyValueEx",
      propertyId,
      0,
    );
  }

  /** The indexes of those of many properties that are flags and set. */
  setFlags(view: View, propertyIds: readonly number[]): readonly number[] {
    return this.trueFor(
      view === "Cached" ? "GetCachedPropertyValueEx" : "GetCurrentPropertyValueEx",
      propertyIds,
      0,
    );
  }

  /** A pattern, owned by the caller; undefined where the element has none such, cached: where it was not fetched too. */
  pattern<T extends ComObject>(view: View, type: PatternType<T>): T | undefined {
    return this.object(type, `Get${view}PatternAs`, type.patternId, type.table.iid);
  }

  processId(view: View): number {
    return this.int(`get_${view}ProcessId`);
  }

  /** One of {@link CONTROL_TYPE}. */
  controlType(view: View): number {
    return this.int(`get_${view}ControlType`);
  }

  localizedControlType(view: View): string {
    return this.text(`get_${view}LocalizedControlType`);
  }

  name(view: View): string {
    return this.text(`get_${view}Name`);
  }

  acceleratorKey(view: View): string {
    return this.text(`get_${view}AcceleratorKey`);
  }

  accessKey(view: View): string {
    return this.text(`get_${view}AccessKey`);
  }

  hasKeyboardFocus(view: View): boolean {
    return this.bool(`get_${view}HasKeyboardFocus`);
  }

  isKeyboardFocusable(view: View): boolean {
    return this.bool(`get_${view}IsKeyboardFocusable`);
  }

  isEnabled(view: View): boolean {
    return this.bool(`get_${view}IsEnabled`);
  }

  automationId(view: View): string {
    return this.text(`get_${view}AutomationId`);
  }

  className(view: View): string {
    return this.text(`get_${view}ClassName`);
  }

  helpText(view: View): string {
    return this.text(`get_${view}HelpText`);
  }

  isControlElement(view: View): boolean {
    return this.bool(`get_${view}IsControlElement`);
  }

  isContentElement(view: View): boolean {
    return this.bool(`get_${view}IsContentElement`);
  }

  isPassword(view: View): boolean {
    return this.bool(`get_${view}IsPassword`);
  }

  /** 0n where the element is no window of its own. */
  nativeWindowHandle(view: View): Hwnd {
    return this.hwnd(`get_${view}NativeWindowHandle`);
  }

  isOffscreen(view: View): boolean {
    return this.bool(`get_${view}IsOffscreen`);
  }

  /** One of {@link ORIENTATION}. */
  orientation(view: View): number {
    return this.int(`get_${view}Orientation`);
  }

  frameworkId(view: View): string {
    return this.text(`get_${view}FrameworkId`);
  }

  isRequiredForForm(view: View): boolean {
    return this.bool(`get_${view}IsRequiredForForm`);
  }

  itemStatus(view: View): string {
    return this.text(`get_${view}ItemStatus`);
  }

  /** In physical pixels of the virtual desktop; all zero where the element shows nowhere. */
  boundingRectangle(view: View): StructValue<typeof RECT.fields> {
    return this.rect(`get_${view}BoundingRectangle`);
  }

  labeledBy(view: View): UIAutomationElement | undefined {
    return this.object(UIAutomationElement, `get_${view}LabeledBy`);
  }

  /** A screen point in physical pixels that a click would hit the element at, by its own word; undefined when it has none. */
  clickablePoint(): StructValue<typeof POINT.fields> | undefined {
    const point = POINT.make();
    try {
      return this.bool("GetClickablePoint", point) ? POINT.read(point) : undefined;
    } catch (error) {
      if (isHresult(error, HRESULT.UIA_E_NOCLICKABLEPOINT)) return undefined;
      throw error;
    }
  }
}
