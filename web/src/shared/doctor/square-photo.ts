/** Pixels of a side: sharp at the largest size that is shown, and a few dozen kB. */
const side = 512;
const quality = 0.86;

/**
 * The middle of a picture as a small square JPEG, drawn anew: nothing but its pixels goes over the wire.
 * Undefined for what the browser cannot read as a picture.
 */
export async function squarePhoto(file: File): Promise<File | undefined> {
  const picture = await readPicture(file);
  if (picture === undefined) return undefined;
  const whole = Math.min(picture.width, picture.height);
  const size = Math.min(whole, side);
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  // JPEG knows no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size, size);
  // Faces are above the middle of an upright photo.
  const left = (picture.width - whole) / 2;
  const top = (picture.height - whole) / 3;
  context.drawImage(picture, left, top, whole, whole, 0, 0, size, size);
  picture.close();
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
  return blob === null ? undefined : new File([blob], 'photo.jpg', { type: 'image/jpeg' });
}

async function readPicture(file: File): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file);
  } catch {
    return undefined; // said by whoever asked for it
  }
}
