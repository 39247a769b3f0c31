import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { withoutOverrides } from '../../kernel/core/visible.ts';
import { pageHeaders } from '../../kernel/html/headers.ts';
import type { Fragment } from '../../kernel/html/html.ts';
import { planningDocumentView, type PlanningFrame } from './layout-view.ts';

/** The response with a page of planning, which no cache keeps and no other site shows in a frame. */
export const planningResponse = (frame: PlanningFrame, body: Fragment, status = 200): WebResponse => ({
  status,
  headers: {
    ...pageHeaders({ script: true, imagesFrom: frame.imagesFrom, uploadsTo: frame.uploadsTo }),
    'cache-control': 'private, no-store',
  },
  body: withoutOverrides(planningDocumentView(frame, body).text),
});
