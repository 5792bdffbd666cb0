/** A pack that says everything a pack can say, as the files of its folder. */

/** The files by their names, as plain data. */
export type PackData = Readonly<Record<string, Record<string, unknown>>>;

/** A fresh copy each time: tests change it. */
export function samplePack(): PackData {
  // A clone would keep what is the same object in two places one object.
  return JSON.parse(JSON.stringify(SAMPLE));
}

const EXPECT = {
  profileControl: "settings.open",
  condition: "exists",
  timeoutMs: 6_000,
  pollIntervalMs: 100,
};

const SAMPLE: PackData = {
  "manifest.json": {
    $schema: "../schemas/manifest.schema.json",
    schemaVersion: 1,
    id: "sensor-lab",
    displayName: "Sensor Lab",
    version: "1.2.0",
    description: "Measures.",
    profileFile: "profile.json",
    catalogVisibility: "session",
    enabled: true,
    testedAgainst: {
      executable: { sha256: "a".repeat(64), fileVersion: "1.2.0.0", productVersion: "1.2" },
      appVersion: "1.2",
      sourceRevision: "abc",
    },
  },
  "profile.json": {
    id: "sensor-lab",
    displayName: "Sensor Lab",
    executableNames: ["sensorlab.exe"],
    executableEnv: "SENSOR_LAB_EXE",
    mainWindow: { title: "Sensor Lab", titleMatch: "contains", frameworkId: "Win32", className: "SensorLab" },
    titleContains: ["Sensor Lab"],
    processNames: ["sensorlab"],
    launch: { reuseIfRunning: true, waitForWindow: true, timeoutMs: 30_000, noActivate: true },
    security: { requiresAsInvoker: true },
    interaction: {
      defaultMode: "background",
      allowForegroundFallback: false,
      backgroundPresentation: "behind",
      restorePreviousForeground: true,
    },
    submenuAidPatterns: ["^more\\."],
  },
  "controls.json": {
    controls: {
      "settings.open": { automationId: "btnSettings" },
      "settings.page": [{ name: "Settings", controlType: "Pane" }, { automationId: "pnlSettings" }],
      "channel.one": {
        selectors: [{ automationId: "tab\\.1$", match: "regex", controlType: "TabItem" }],
        confidence: "stable",
        description: "The first channel.",
        notes: "Its text follows the language.",
        aliases: ["channel 1", "通道1"],
        page: "settings",
        parent: "settings.page",
        group: "channels",
        role: "tab",
        search: { rootControl: "settings.page", maxDepth: 20, depthStrategy: "auto", maxResults: 5 },
        visibility: { scrollContainer: "settings.page", strategies: ["ScrollItemPattern"], margin: 4 },
        controlState: {
          any: [{ condition: "selected" }],
          all: [{ condition: "toggleStateEquals", toggleState: "On" }],
        },
        postconditions: [EXPECT],
        supportedActions: ["ensureSelected"],
        fallbackPolicy: {
          enabled: true,
          methods: ["SelectionItemPattern", "InvokePattern"],
          forbidden: ["PhysicalMouse"],
        },
        menu: {
          opensSubmenu: false,
          command: true,
          invokeMode: "pattern",
          panelControl: "settings.page",
          sectionControl: "settings.open",
        },
      },
      "channel.two": {
        selectors: [{ automationId: "tab.2" }],
        aliases: ["channel 2"],
        selectionGroup: "channels",
      },
    },
  },
  "actions.json": {
    contracts: [{
      control: "channel.one",
      action: "ensureSelected",
      idempotent: true,
      retrySafe: true,
      destructive: false,
      requiresConfirmation: false,
      defaultExpect: EXPECT,
      preferredMethod: "SelectionItemPattern",
      fallbackPolicy: "default",
      maxAttempts: 2,
      selectionGroup: "channels",
      backgroundPolicy: "safe",
    }, {
      control: "settings.open",
      action: "invoke",
      idempotent: true,
      defaultExpect: false,
    }],
  },
  "workflows.json": {
    workflows: [{
      id: "set_limit",
      description: "Sets the limit of a channel.",
      safe: true,
      tested: true,
      restoresState: true,
      visibility: "session",
      interactionMode: "background",
      inputSchema: { type: "object", properties: { limit: { type: "number" } }, required: ["limit"] },
      steps: [{
        id: "open",
        tool: "profile_action",
        args: { profile: "${pack.id}", control: "settings.open", action: "invoke" },
        exports: { shown: "result.after.name" },
        expect: EXPECT,
        retry: { maxAttempts: 2, delayMs: 100, backoffMultiplier: 2, onlyCodes: ["ELEMENT_NOT_FOUND"] },
        captureBefore: [{ saveAs: "before", read: { tool: "ui_get", args: { pid: 1 } } }],
        ignoreCodes: ["ELEMENT_NOT_FOUND"],
      }],
      finally: [{
        tool: "profile_action",
        args: { profile: "${pack.id}", control: "settings.open", action: "invoke" },
        expect: false,
      }],
      captureBefore: [{ saveAs: "all" }],
      restore: "onFailure",
    }],
  },
  "pages.json": {
    pages: [{
      id: "settings",
      displayName: "Settings",
      aliases: ["设置"],
      navigationControl: "settings.open",
      rootControl: "settings.page",
      readyMarkers: [EXPECT],
      scrollContainers: ["settings.page"],
      components: ["channels-bar"],
    }],
    selectionGroups: [{
      id: "channels",
      role: "tabs",
      parent: "settings",
      members: ["channel.one", "channel.two"],
      selectionMode: "single",
    }],
  },
  "components.json": {
    components: [{
      id: "channels-bar",
      displayName: "Channels",
      aliases: ["channel bar"],
      page: "settings",
      role: "bar",
      rootControl: "settings.page",
      children: ["channel.one", "channel.two"],
      mappingStatus: "partial",
      reason: "The third channel is not mapped.",
    }],
  },
};
