import { createFeedbackImage } from '../../feedback/items/create-feedback-image.ts';
import { listFeedbackImages } from '../../feedback/items/list-feedback-images.ts';
import { portalImageOperations } from '../../feedback/portals/index.ts';
import { pictureRoutes } from '../../pages/public-portals/picture-routes.ts';
import { teamPictureRoutes } from '../../pages/portal-team/index.ts';

/** Operations of functions/images.ts: the images of portals, and of what visitors write on them. */
export const imageGroup = [...portalImageOperations, listFeedbackImages, createFeedbackImage];

/** Its routes: images, and the forms that upload them. */
export const imageRoutes = [...pictureRoutes, ...teamPictureRoutes];
