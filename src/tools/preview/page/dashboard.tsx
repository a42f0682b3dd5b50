/** A dashboard as Grafana lays it out, all of it at once. */
import { type GrafanaTheme2, LoadingState } from "@grafana/data";
import { Icon, PanelChrome, useTheme2 } from "@grafana/ui";
import { Component, type ReactNode } from "react";
import { bottomOf, columns, gap, type Panel, pixelsHigh } from "./model.ts";
import { nameOf } from "./problems.ts";
import { title, type Value, type Values } from "./variables.ts";
import type { Visual } from "./visual.ts";
import { visuals } from "./visuals.tsx";

/** Panel with its content. `problem`: reason why it cannot be drawn correctly. */
export type Ready = { readonly panel: Panel; readonly problem?: string } & (
  | { readonly kind: "row"; readonly isOpen: boolean }
  | { readonly kind: "visual"; readonly visual: Visual }
  | { readonly kind: "message"; readonly text: string }
);
type OnError = (error: unknown) => void;

class Guard extends Component<
  { readonly onError: OnError; readonly children: ReactNode },
  { readonly failed: boolean }
> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    return this.state.failed ? <Message text="Could not be drawn" /> : this.props.children;
  }
}

function Message({ text }: { readonly text: string }) {
  const { colors, typography } = useTheme2();
  const style = { display: "grid", placeItems: "center", height: "100%", color: colors.text.secondary };
  return <div style={{ ...style, fontSize: typography.h5.fontSize }}>{text}</div>;
}

type InsideProps = { readonly ready: Ready; readonly width: number; readonly height: number };
function Inside({ ready, width, height }: InsideProps) {
  if (ready.kind === "message") return <Message text={ready.text} />;
  const Body = visuals[ready.panel.type];
  return ready.kind === "visual" && Body ? <Body {...ready.visual} width={width} height={height} /> : null;
}

type RowProps = {
  readonly name: string;
  readonly panel: Panel;
  readonly isOpen: boolean;
  readonly theme: GrafanaTheme2;
};
function Row({ name, panel, isOpen, theme }: RowProps) {
  const { length } = panel.panels ?? [];
  return (
    <div style={{ ...theme.typography.h5, display: "flex", alignItems: "center", gap, height: "100%" }}>
      <Icon name={isOpen ? "angle-down" : "angle-right"} />
      {name}
      {!isOpen && (
        <span style={{ color: theme.colors.text.secondary, fontWeight: 400 }}>
          ({length} {length === 1 ? "panel" : "panels"})
        </span>
      )}
    </div>
  );
}

type DrawnProps = { readonly ready: Ready; readonly values: Values; readonly width: number; readonly onError: OnError };
function Drawn({ ready, values, width, onError }: DrawnProps) {
  const theme = useTheme2();
  const { panel } = ready;
  const name = title(panel.title ?? "", values);
  if (ready.kind === "row") return <Row isOpen={ready.isOpen} {...{ name, panel, theme }} />;
  return (
    <PanelChrome
      title={name}
      {...(panel.description && { description: panel.description })}
      width={width}
      height={pixelsHigh(panel.gridPos.h)}
      padding={panel.type === "table" ? "none" : "md"}
      loadingState={LoadingState.Done}
    >
      {(innerWidth, innerHeight) => (
        <Guard onError={onError}>
          <Inside ready={ready} width={innerWidth} height={innerHeight} />
        </Guard>
      )}
    </PanelChrome>
  );
}

/** A variable as Grafana shows it above the panels. */
function Choice({ value: { variable, text } }: { readonly value: Value }) {
  const { colors, shape, typography } = useTheme2();
  const box = { padding: "0 8px", lineHeight: "30px", border: `1px solid ${colors.border.medium}` };
  const left = { ...box, borderRadius: `${shape.radius.default} 0 0 ${shape.radius.default}`, borderRight: "none" };
  const right = { ...box, borderRadius: `0 ${shape.radius.default} ${shape.radius.default} 0` };
  return (
    <span style={{ display: "flex", ...typography.bodySmall, fontWeight: typography.fontWeightMedium }}>
      <span style={{ ...left, background: colors.background.secondary }}>{variable.label || variable.name}</span>
      <span style={{ ...right, background: colors.background.canvas, fontWeight: 400 }}>{text}</span>
    </span>
  );
}

type HeadProps = { readonly name: string; readonly span: string; readonly values: Values };
function Head({ name, span, values }: HeadProps) {
  const { typography, colors } = useTheme2();
  return (
    <header style={{ padding: `${gap}px 0 ${2 * gap}px` }}>
      <div style={{ display: "flex", alignItems: "center", justifyContent: "space-between", paddingBottom: gap }}>
        <span style={typography.h3}>{name}</span>
        <span style={{ display: "flex", alignItems: "center", gap, color: colors.text.secondary }}>
          <Icon name="clock-nine" />
          {span}
        </span>
      </div>
      <div style={{ display: "flex", flexWrap: "wrap", gap }}>
        {[...values.values()].map((value) => (
          <Choice key={value.variable.name} value={value} />
        ))}
      </div>
    </header>
  );
}

type Props = HeadProps & {
  readonly all: readonly Ready[];
  readonly width: number;
  readonly onError: (panel: Panel, error: unknown) => void;
};
export function DashboardView({ all, width, onError, ...head }: Props) {
  const { colors } = useTheme2();
  const column = (width - gap) / columns;
  const bottom = bottomOf(all.map(({ panel }) => panel));
  return (
    <main style={{ width, boxSizing: "border-box", padding: gap, background: colors.background.canvas }}>
      <Head {...head} />
      <div style={{ position: "relative", height: pixelsHigh(bottom) }}>
        {all.map((ready) => {
          const { panel } = ready;
          const { x, y, w, h } = panel.gridPos;
          const size = { width: w * column - gap, height: pixelsHigh(h) };
          const key = `${x} ${y}`;
          return (
            <section
              key={key}
              data-panel={nameOf(panel)}
              style={{ position: "absolute", left: x * column, top: pixelsHigh(y) + gap, ...size }}
            >
              <Drawn ready={ready} values={head.values} width={size.width} onError={(error) => onError(panel, error)} />
            </section>
          );
        })}
      </div>
    </main>
  );
}
