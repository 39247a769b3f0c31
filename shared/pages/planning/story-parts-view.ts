import type { StatusCategory } from '../../kernel/core/status-category.ts';
import { html, type Html } from '../../kernel/html/html.ts';

/** The CSS class of each category of statuses, which is that of a status of ideas. */
const classes = {
  backlog: 'pending',
  unstarted: 'planned',
  started: 'in_progress',
  completed: 'completed',
  cancelled: 'closed',
} as const satisfies Record<StatusCategory, string>;

/** The name of a status, with the color of its category. */
export const statusName = (name: string, category: StatusCategory): Html =>
  html`<span class="status ${classes[category]}"><bdi>${name}</bdi></span>`;
