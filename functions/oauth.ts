import { webHandler } from '../shared/api/http/web-handler.ts';
import { oauthRoutes } from '../shared/oauth/index.ts';

export const handler = webHandler(oauthRoutes);
