/** Stands for the address of the service in pages that are made before it is known. */
export const BASE_URL = '{{baseUrl}}';
