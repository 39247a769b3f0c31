import { pictureRoutes } from '../../pages/public-portals/picture-routes.ts';
import { teamPictureRoutes } from '../../pages/portal-team/index.ts';

/** Routes of functions/images.ts: the images of portals, and the forms that upload them. */
export const imageRoutes = [...pictureRoutes, ...teamPictureRoutes];
