import { httpHandler } from '../shared/api/http-handler.ts';
import { systemOperations } from '../shared/system/index.ts';
import { unknownRoute } from '../shared/system/unknown-route.ts';

/** Serves the `$default` route too, which gets what no other route takes. */
export const handler = httpHandler(systemOperations, { otherwise: unknownRoute });
