/** Placeholder for the service's base URL in pages that are built before it is known. */
export const BASE_URL = '{{baseUrl}}';
