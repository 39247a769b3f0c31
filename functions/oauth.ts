import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { oauthRoutes } from '../shared/pages/oauth/index.ts';

export const handler = pipeline(oauthRoutes);
