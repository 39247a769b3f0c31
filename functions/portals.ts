import { publicReadRoutes } from '../shared/kernel/api/http/public-read.ts';
import { publicPortalOperations, publicPortalRoutes } from '../shared/pages/public-portals/index.ts';
import { withPreview } from '../shared/pages/public-portals/with-preview.ts';
import { serve } from '../shared/surface/system/serve.ts';

const routes = [...publicPortalOperations.flatMap(publicReadRoutes).map(withPreview), ...publicPortalRoutes];

export const handler = serve(routes);
