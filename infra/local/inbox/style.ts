import { stylesheet } from '../../../shared/kernel/html/stylesheet.ts';

/** The shared stylesheet, with the inbox's additions. */
export const inboxStyle = `${stylesheet}
form.row { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; margin-bottom: 1.25rem; }
form.row > .field { flex: 1 1 12rem; margin: 0; }
form.row > .narrow { flex: 0 1 11rem; }
select {
  width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem 0.75rem;
  font: inherit;
  color: inherit;
  background: var(--surface);
  border: 1px solid var(--field-line);
  border-radius: 0.5rem;
}
.heading { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: baseline; justify-content: space-between; margin: 1.5rem 0 0.75rem; }
.heading p { margin: 0; }
ol.deliveries { list-style: none; margin: 0; padding: 0; }
.deliveries details { margin-bottom: 0.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.5rem; }
.deliveries summary { display: grid; grid-template-columns: 8rem minmax(0, 1fr) auto; gap: 0.1rem 1rem; padding: 0.65rem 1rem; cursor: pointer; }
.deliveries summary .second { grid-column: 2 / -1; color: var(--quiet); font-size: 0.875rem; }
.deliveries time { font-variant-numeric: tabular-nums; }
.deliveries .what { font-weight: 600; }
.deliveries .more { padding: 0 1rem 1rem; }
.deliveries h3 { margin: 0.75rem 0 0.35rem; font-size: 0.9rem; }
pre, code { font: 0.85rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 0; padding: 0.75rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--ground); border-radius: 0.375rem; }
@media (max-width: 34rem) {
  .deliveries summary { grid-template-columns: minmax(0, 1fr) auto; }
  .deliveries summary time { grid-column: 1 / -1; }
  .deliveries summary .second { grid-column: 1 / -1; }
}
`;
