import { createPortal } from '../portals/create-portal.ts';
import { createPortalImage } from '../portals/create-portal-image.ts';
import { deleteCustomerSecret } from '../portals/delete-customer-secret.ts';
import { deletePortal } from '../cascades/delete-portal.ts';
import { deletePortalImage } from '../portals/delete-portal-image.ts';
import { getPortal } from '../portals/get-portal.ts';
import { listPortalImages } from '../portals/list-portal-images.ts';
import { listPortals } from '../portals/list-portals.ts';
import { rotateCustomerSecret } from '../portals/rotate-customer-secret.ts';
import { updatePortal } from '../cascades/update-portal.ts';

export const portalOperations = [
  listPortals,
  createPortal,
  getPortal,
  updatePortal,
  deletePortal,
  listPortalImages,
  createPortalImage,
  deletePortalImage,
  rotateCustomerSecret,
  deleteCustomerSecret,
];
