/** Parses PromQL expressions with Prometheus's own grammar. */
import { parser } from "@prometheus-io/lezer-promql";

type Node = ReturnType<typeof parser.parse>["topNode"];

type LabelMatcher = { readonly label: string; readonly operator: string; readonly value: string };
export type Selector = {
  /** The name, or the regular expression of several names. */
  readonly metric: string;
  readonly matchers: readonly LabelMatcher[];
  /** Enclosing functions and aggregations, innermost first. */
  readonly within: readonly string[];
  /** Range as written, for range selectors. */
  readonly range: string | undefined;
};

/** Replaces Grafana's intervals by durations of the same length, so that positions are unchanged. */
const grafanaIntervals = /\$__(?:rate_interval|interval|range)/g;
const durationLike = (name: string) => `${"1".padStart(name.length - 1, "0")}s`;

/** @throws if the expression is not valid PromQL. */
function parse(expr: string) {
  const text = expr.replace(grafanaIntervals, durationLike);
  const top = parser.parse(text).topNode;
  const errors: string[] = [];
  top.toTree().iterate({
    enter: ({ type, from }) => {
      if (type.isError) errors.push(`at ${from}: …${text.slice(Math.max(0, from - 20), from + 20)}…`);
    },
  });
  if (errors.length > 0) throw new Error(`no PromQL: ${errors[0]}\n${expr}`);
  return top;
}

const childrenOf = (node: Node): Node[] => {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
};
const child = (node: Node, name: string) => node.getChild(name) ?? undefined;
/** Returns a node and its descendants. */
const everyNode = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(everyNode)];
const unquoted = (text: string): string => JSON.parse(text.replace(/^'(.*)'$/, '"$1"'));

type Reader = { readonly expr: string; readonly text: (node: Node | undefined) => string };
const readerOf = (expr: string): Reader => ({ expr, text: (node) => (node ? expr.slice(node.from, node.to) : "") });

function matchersOf(selector: Node, { text }: Reader): LabelMatcher[] {
  const matchers = child(selector, "LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? [];
  return matchers.map((matcher) => ({
    label: text(child(matcher, "LabelName")),
    operator: text(child(matcher, "MatchOp")),
    value: unquoted(text(child(matcher, "StringLiteral"))),
  }));
}

const calledName = (node: Node, { text }: Reader) =>
  text(child(node, node.name === "FunctionCall" ? "FunctionIdentifier" : "AggregateOp"));

function selectorOf(node: Node, reader: Reader): Selector {
  const within: string[] = [];
  for (let parent = node.parent; parent; parent = parent.parent) {
    if (parent.name === "FunctionCall" || parent.name === "AggregateExpr") within.push(calledName(parent, reader));
  }
  const matrix = node.parent?.name === "MatrixSelector" ? node.parent : undefined;
  const range = matrix && reader.expr.slice(node.to + 1, matrix.to - 1);
  const isName = ({ label }: LabelMatcher) => label === "__name__";
  const all = matchersOf(node, reader);
  const metric = reader.text(child(node, "Identifier")) || (all.find(isName)?.value ?? "");
  return { metric, matchers: all.filter((one) => !isName(one)), within, range };
}

export function selectorsOf(expr: string): Selector[] {
  const reader = readerOf(expr);
  const selectors = everyNode(parse(expr)).filter(({ name }) => name === "VectorSelector");
  return selectors.map((node) => selectorOf(node, reader));
}

/** Returns the labels of a metric's series; undefined if the metric is unknown. */
export type LabelsOf = (metric: string) => readonly string[] | undefined;
type Labels = ReadonlySet<string>;
/** Labels; undefined for a scalar. */
type Result = Labels | undefined;

const keepLabels = new Set(["topk", "bottomk"]);
const setOperators = new Set(["And", "Unless", "Or"]);
const isExpression = ({ name }: Node) => /Expr$|Call$|Selector$|Literal$/.test(name) && name !== "DurationExpr";

/** Returns the labels of the result, and references to labels that do not exist. */
export function labelsOfResult(expr: string, labelsOf: LabelsOf) {
  const reader = readerOf(expr);
  const { text } = reader;
  const messages: string[] = [];
  const need = (labels: Iterable<string>, there: Labels, where: string) => {
    for (const label of labels) if (!there.has(label)) messages.push(`${where}: no label ${label}`);
  };
  const namesIn = (grouping: Node | undefined) => grouping?.getChildren("LabelName").map(text) ?? [];

  function ofSelector(node: Node): Labels {
    const { metric, matchers } = selectorOf(node, reader);
    const known = labelsOf(metric);
    if (!known) messages.push(`no metric ${metric}`);
    const labels = new Set(known);
    // Prometheus renames a label of the metric to this if the target has one of the same name
    for (const { label } of matchers) if (labels.has(label.replace(/^exported_/, ""))) labels.add(label);
    need(
      matchers.map(({ label }) => label),
      labels,
      metric,
    );
    return labels;
  }
  function ofAggregation(node: Node): Labels {
    const body = child(node, "FunctionCallBody");
    const inner = childrenOf(body as Node)
      .filter(isExpression)
      .map(visit)
      .find((each) => each !== undefined);
    const name = calledName(node, reader);
    if (keepLabels.has(name)) return inner ?? new Set();
    const modifier = child(node, "AggregateModifier");
    const by = namesIn(modifier?.getChild("GroupingLabels") ?? undefined);
    if (modifier?.getChild("Without")) return new Set([...(inner ?? [])].filter((label) => !by.includes(label)));
    need(by, inner ?? new Set(), `by in ${text(node).slice(0, 60)}`);
    const counted =
      name === "count_values" ? childrenOf(body as Node).find((one) => one.name === "StringLiteral") : undefined;
    return new Set([...by, ...(counted ? [unquoted(text(counted))] : [])]);
  }
  function ofCall(node: Node): Result {
    const name = calledName(node, reader);
    const args = childrenOf(child(node, "FunctionCallBody") as Node).filter(isExpression);
    const inner = args.map(visit).find((each) => each !== undefined);
    if (inner === undefined) return undefined;
    if (name === "histogram_quantile") return new Set([...inner].filter((label) => label !== "le"));
    if (name !== "label_replace" && name !== "label_join") return inner;
    const [, into, , ...from] = args.map(text);
    const sources = (name === "label_join" ? from : from.slice(0, 1)).map(unquoted);
    need(
      sources.filter((source) => source !== ""),
      inner,
      name,
    );
    return new Set([...inner, unquoted(into ?? "")]);
  }
  function ofBinary(node: Node): Result {
    const [left, right] = childrenOf(node).filter(isExpression).map(visit);
    if (!left || !right) return left ?? right;
    const matching = child(node, "MatchingModifierClause");
    const lists = matching?.getChildren("GroupingLabels") ?? [];
    const grouped = matching?.getChild("GroupLeft") ? "left" : matching?.getChild("GroupRight") ? "right" : undefined;
    const hasOn = matching?.getChild("On") !== undefined && matching?.getChild("On") !== null;
    const on = hasOn ? namesIn(lists[0]) : [];
    const ignored = matching?.getChild("Ignoring") ? namesIn(lists[0]) : [];
    const matched = (labels: Labels) => new Set([...labels].filter((label) => !ignored.includes(label)));
    const where = `on in ${text(node).slice(0, 60)}`;
    need(on, left, where);
    need(on, right, where);
    if (child(node, "Or")) return new Set([...left, ...right]);
    const isSet = [...setOperators].some((operator) => child(node, operator));
    const [many, one] = grouped === "right" ? [right, left] : [left, right];
    const brought = namesIn(lists[hasOn || ignored.length > 0 ? 1 : 0]);
    need(brought, one, `group in ${text(node).slice(0, 60)}`);
    const [ofLeft, ofRight] = [matched(left), matched(right)];
    const isSame = ofLeft.size === ofRight.size && [...ofLeft].every((label) => ofRight.has(label));
    if (!hasOn && !isSet && !isSame)
      messages.push(`no series match: {${[...left]}} and {${[...right]}} in ${text(node).slice(0, 200)}`);
    if (isSet) return left;
    if (grouped) return new Set([...many, ...brought]);
    return hasOn ? new Set(on) : matched(left);
  }
  function visit(node: Node): Result {
    switch (node.name) {
      case "VectorSelector":
        return ofSelector(node);
      case "AggregateExpr":
        return ofAggregation(node);
      case "FunctionCall":
        return ofCall(node);
      case "BinaryExpr":
        return ofBinary(node);
      default:
        return childrenOf(node)
          .filter(isExpression)
          .map(visit)
          .find((each) => each !== undefined);
    }
  }
  const labels = visit(parse(expr)) ?? new Set<string>();
  return { labels, messages };
}
