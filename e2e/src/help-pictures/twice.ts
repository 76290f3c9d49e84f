/** A person of whom the hospital has two records. */
export const twice = { name: 'Sunanda Phadke', phone: '+919822334455' };
