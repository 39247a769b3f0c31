import { oauthRoutes } from '../shared/pages/accounts/index.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(oauthRoutes);
