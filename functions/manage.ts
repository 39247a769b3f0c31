import { teamRoutes } from '../shared/pages/portal-team/index.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(teamRoutes);
