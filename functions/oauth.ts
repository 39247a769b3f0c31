import { oauthRoutes } from '../shared/pages/oauth/index.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(oauthRoutes);
