import { manageRoutes } from '../shared/surface/groups/manage.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(manageRoutes);
