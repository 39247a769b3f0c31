import { findAll } from '../../kernel/html/scripts/dom.ts';
import { FIELDS, givenValueOf, isBox, valueOf, type Field } from './fields.ts';

// Merged rather than put in their place, so that focus, opened folds and everything that is typed elsewhere stay. What is
// typed is why this is no library: what those overwrite is what has to stay.

/** The values of a form as it was sent, by its fields. */
export type SentValues = ReadonlyMap<Element, string | boolean>;

/** The fields whose contents the page does not have, except those of a form as it was sent. */
function typedFields(sent: SentValues): ReadonlySet<Field> {
  const isTyped = (field: Field): boolean => {
    if (sent.has(field)) return valueOf(field) !== sent.get(field);
    const isWriting = field === document.activeElement && !isBox(field);
    return isWriting || valueOf(field) !== givenValueOf(field);
  };
  return new Set(findAll<Field>(FIELDS).filter(isTyped));
}

/** What two versions of an element have in common. */
function keyOf(node: Node): string {
  if (!(node instanceof Element)) return node.nodeName;
  if (node.id) return `#${node.id}`;
  if (node.matches('li, details')) {
    const inner = ['form', '[id]', 'a'].map((name) => node.querySelector(name)).find(Boolean);
    if (inner) return `${node.nodeName} ${keyOf(inner)}`;
  }
  const names = ['action', 'name', 'aria-labelledby', 'data-swap'].map((name) => node.getAttribute(name));
  const href = node.matches('li a') ? node.getAttribute('href') : null;
  const value = node instanceof HTMLButtonElement ? node.value : href;
  return [node.nodeName, ...names, value].filter(Boolean).join(' ');
}

/** Moves a node, without a reload of what is in it where browsers can. */
function place(parent: Node, node: Node, next: Node | null): void {
  const moving = parent as Node & { moveBefore?: (node: Node, next: Node | null) => void };
  if (moving.moveBefore && node.isConnected && parent.isConnected) moving.moveBefore(node, next);
  else parent.insertBefore(node, next);
}

const isOwn = (node: Node | null): boolean => node instanceof Element && node.matches('[data-own]');

/** Merges the parts of a page into those that are shown, and returns which element of its stands for which one now. */
export function mergePage(
  page: Document,
  sent: SentValues = new Map(),
): (element: Element | null) => HTMLElement | undefined {
  const typed = typedFields(sent);
  const typedForms = new Set([...typed].map(({ form }) => form));
  for (const field of sent.keys()) typedForms.delete((field as Field).form);
  const shown = new Map<Node, Node>();
  const placed = new Set<Node>();

  const keeps = (node: Node): boolean =>
    node instanceof Element && (isOwn(node) || [...typed].some((field) => node.contains(field)));

  /** The shown node that stands for one of the page. */
  function find(parent: Node, next: Node | null, wanted: Node): Node | undefined {
    const fits = (node: Node) =>
      node.nodeName === wanted.nodeName && !placed.has(node) && !node.contains(parent);
    if (wanted instanceof Element && wanted.id) {
      const same = document.getElementById(wanted.id);
      return same?.closest('[data-swap]') && fits(same) ? same : undefined;
    }
    const key = keyOf(wanted);
    for (let node = next; node; node = node.nextSibling) if (fits(node) && keyOf(node) === key) return node;
    return undefined;
  }

  function mergeChildren(parent: Node, fresh: Node): void {
    let next = parent.firstChild;
    for (const wanted of [...fresh.childNodes]) {
      while (isOwn(next)) next = next!.nextSibling;
      const found = find(parent, next, wanted);
      const node = found ?? document.importNode(wanted, false);
      placed.add(node);
      if (node !== next) {
        if (found) place(parent, node, next);
        else parent.insertBefore(node, next);
      }
      mergeNode(node, wanted);
      next = node.nextSibling;
    }
    while (next) {
      const node = next;
      next = node.nextSibling;
      if (!keeps(node)) parent.removeChild(node);
    }
  }

  function mergeNode(node: Node, fresh: Node): void {
    shown.set(fresh, node);
    if (!(node instanceof Element && fresh instanceof Element)) {
      if (node.nodeValue !== fresh.nodeValue) node.nodeValue = fresh.nodeValue;
      return;
    }
    if (typed.has(node as Field)) return;
    if (node instanceof HTMLInputElement && node.type === 'hidden' && typedForms.has(node.form))
      return mergeHidden(node, fresh as HTMLInputElement);
    for (const { name } of [...node.attributes])
      if (name !== 'open' && !fresh.hasAttribute(name)) node.removeAttribute(name);
    for (const { name, value } of fresh.attributes)
      if (node.getAttribute(name) !== value) node.setAttribute(name, value);
    mergeChildren(node, fresh);
    if (!node.matches(FIELDS)) return;
    const [field, next] = [node as Field, fresh as Field];
    if (isBox(field)) field.checked = (next as HTMLInputElement).checked;
    else if (field.value !== next.value) field.value = next.value;
  }

  /** A form that is being written in is of the version that it was opened with; its other fields show what is so now. */
  function mergeHidden(field: HTMLInputElement, fresh: HTMLInputElement): void {
    if (field.name !== 'shownWith') return;
    const [before, now] = [field, fresh].map(({ value }) => JSON.parse(value) as Record<string, unknown>);
    for (const { form, name } of typed) {
      const base = name.split(':')[0]!;
      if (form === field.form && base in before!) now![base] = before![base];
    }
    field.value = JSON.stringify(now);
  }

  const focus = document.activeElement as HTMLElement;
  const row = focus.closest('li');
  const neighbor = row && (row.nextElementSibling ?? row.previousElementSibling);
  document.dispatchEvent(new CustomEvent('merging', { detail: page }));
  for (const part of findAll('[data-swap]')) {
    const fresh = page.querySelector(`[data-swap="${part.dataset.swap}"]`);
    if (fresh) mergeNode(part, fresh);
  }
  document.title = page.title;
  restoreFocus(focus, neighbor);
  return (element) => (element ? (shown.get(element) as HTMLElement | undefined) : undefined);
}

/** Where the keyboard goes on: where it was, or next to what is gone or folded. */
function restoreFocus(focus: HTMLElement, neighbor: Element | null): void {
  if (focus === document.body || (document.activeElement === focus && isSeen(focus))) return;
  let next: Element | null = focus;
  if (!focus.isConnected)
    next = neighbor?.isConnected ? (neighbor.querySelector('button') ?? neighbor.querySelector('a')) : null;
  if (next && !isSeen(next))
    for (let fold = closedAround(next); fold; fold = closedAround(fold.parentElement))
      next = fold.firstElementChild;
  ((next as HTMLElement | null) ?? document.getElementById('content'))?.focus({ preventScroll: true });
}

const closedAround = (element: Element | null | undefined): Element | null =>
  element?.closest('details:not([open])') ?? null;

const isSeen = (element: Element): boolean => element.isConnected && element.checkVisibility();
