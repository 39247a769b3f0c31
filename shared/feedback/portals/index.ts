import { createPortal } from './create-portal.ts';
import { createPortalImage } from './create-portal-image.ts';
import { createPortalImageUpload } from './create-portal-image-upload.ts';
import { deleteCustomerSecret } from './delete-customer-secret.ts';
import { deletePortal } from './delete-portal.ts';
import { deletePortalImage } from './delete-portal-image.ts';
import { getPortal } from './get-portal.ts';
import { listPortalImages } from './list-portal-images.ts';
import { listPortals } from './list-portals.ts';
import { rotateCustomerSecret } from './rotate-customer-secret.ts';
import { updatePortal } from './update-portal.ts';

export const portalOperations = [
  listPortals,
  createPortal,
  getPortal,
  updatePortal,
  deletePortal,
  rotateCustomerSecret,
  deleteCustomerSecret,
];

/** Those of images, whose function reads and writes pictures. */
export const portalImageOperations = [
  listPortalImages,
  createPortalImage,
  createPortalImageUpload,
  deletePortalImage,
];
