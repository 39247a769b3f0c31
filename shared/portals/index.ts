import { createPortal } from './create-portal.ts';
import { createPortalImage } from './create-portal-image.ts';
import { deletePortal } from './delete-portal.ts';
import { deletePortalImage } from './delete-portal-image.ts';
import { getPortal } from './get-portal.ts';
import { listPortalImages } from './list-portal-images.ts';
import { listPortals } from './list-portals.ts';
import { updatePortal } from './update-portal.ts';

export const portalOperations = [
  listPortals,
  createPortal,
  getPortal,
  updatePortal,
  deletePortal,
  listPortalImages,
  createPortalImage,
  deletePortalImage,
];
