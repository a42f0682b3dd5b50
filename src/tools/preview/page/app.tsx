/** Code for the browser: `draw`, called from outside, draws one dashboard and returns its problems. */
import {
  createTheme,
  type DataFrame,
  dateTimeForTimeZone,
  FieldType,
  rangeUtil,
  ThemeContext,
  type TimeRange,
} from "@grafana/data";
import { GlobalStyles } from "@grafana/ui";
import { createRoot } from "react-dom/client";
import "@fontsource/inter/latin-400.css";
import "@fontsource/inter/latin-500.css";
import "@fontsource/roboto-mono/latin-400.css";
import { DashboardView, type Ready } from "./dashboard.tsx";
import { fieldConfigOf, registerTransformers, withFieldConfig } from "./field-config.ts";
import { columns, type Dashboard, type Draw, drawnOf, gap, type Panel, type Problem, width } from "./model.ts";
import { cutTexts, nameOf } from "./problems.ts";
import { createPrometheus } from "./prometheus.ts";
import { framesOf, type Surroundings } from "./queries.ts";
import { resolve } from "./variables.ts";
import { visuals } from "./visuals.tsx";

const theme = createTheme({ colors: { mode: "dark" } });
/** Milliseconds without a change. */
const settled = 500;

function rangeOf({ time }: Dashboard, end: number): TimeRange {
  const { from = "now-24h", to = "now" } = time ?? {};
  const seconds = (text: string) => (text === "now" ? 0 : rangeUtil.intervalToSeconds(text.replace("now-", "")));
  const ago = (text: string) => dateTimeForTimeZone("utc", end - 1000 * seconds(text));
  return { from: ago(from), to: ago(to), raw: { from, to } };
}

const hasData = (data: readonly DataFrame[]) =>
  data.some(({ fields }) =>
    fields.some(
      ({ type, values }) => type !== FieldType.time && values.some((value) => value !== null && !Number.isNaN(value)),
    ),
  );

/** Panel types that show the panel's text for missing data themselves. */
const showsNoValue = new Set(["stat", "bargauge"]);

async function makeVisual(panel: Panel, around: Surroundings): Promise<Ready> {
  const fieldConfig = fieldConfigOf(panel);
  const { noValue } = fieldConfig.defaults;
  const pixels = Math.floor((panel.gridPos.w * (width - gap)) / columns);
  const frames = await framesOf(panel, pixels, around);
  const visual = { panel, fieldConfig, data: withFieldConfig(frames, fieldConfig, theme), range: around.range };
  if (hasData(frames) || (noValue && showsNoValue.has(panel.type))) return { panel, kind: "visual", visual };
  return { panel, kind: "message", text: noValue ?? "No data", ...(noValue === undefined && { problem: "No data" }) };
}

async function make(panel: Panel, around: Surroundings, isOpen: boolean): Promise<Ready> {
  const { type } = panel;
  try {
    if (type === "row") return { panel, kind: "row", isOpen: isOpen || !panel.collapsed };
    if (visuals[type]) return await makeVisual(panel, around);
    throw new Error(`a panel of type ${type} cannot be drawn here`);
  } catch (error) {
    return { panel, kind: "message", text: String(error), problem: String(error) };
  }
}

const problemOf = ({ panel, problem }: Ready): Problem[] =>
  problem === undefined ? [] : [{ panel: nameOf(panel), what: problem }];

/** Resolves once nothing has changed for a while. */
const quiet = (element: Element) =>
  new Promise<void>((resolve) => {
    let timer = setTimeout(resolve, settled);
    new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(resolve, settled);
    }).observe(element, { subtree: true, childList: true, attributes: true });
  });

const draw: Draw = async ({ dashboard, end, scrapeInterval, isOpen }) => {
  registerTransformers();
  await Promise.all([...document.fonts].map((font) => font.load()));
  const prometheus = createPrometheus();
  const range = rangeOf(dashboard, end);
  const span = { start: range.from.unix(), end: range.to.unix() };
  const values = await resolve(dashboard.templating?.list ?? [], prometheus, span);
  const around = { prometheus, values, range, scrapeInterval };
  const all = await Promise.all(drawnOf(dashboard, isOpen).map((panel) => make(panel, around, isOpen)));
  const problems = all.flatMap(problemOf);
  const root = document.body.appendChild(document.createElement("div"));
  const done = quiet(root);
  createRoot(root).render(
    <ThemeContext.Provider value={theme}>
      <GlobalStyles />
      <DashboardView
        name={dashboard.title}
        span={rangeUtil.describeTimeRange(range.raw)}
        onError={(panel, error) => problems.push({ panel: nameOf(panel), what: String(error) })}
        {...{ all, values, width }}
      />
    </ThemeContext.Provider>,
  );
  await done;
  return [...problems, ...cutTexts(root)];
};

Object.assign(globalThis, { draw });
