import { pipeline } from '../shared/api/http/pipeline.ts';
import { oauthRoutes } from '../shared/oauth/index.ts';

export const handler = pipeline(oauthRoutes);
