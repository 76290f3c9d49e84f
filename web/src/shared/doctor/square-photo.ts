/**
 * The photo's side length in px. At this size the photo is sharp wherever it is shown, and has a
 * few dozen kB.
 */
const side = 512;
const quality = 0.86;

/**
 * Crops a picture to a small square JPEG. Re-encoding removes all metadata. Returns undefined if
 * the browser cannot read the file as a picture.
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
  // JPEG has no transparency, so transparent pixels become white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size, size);
  // Crops above the middle, because in an upright photo the face is above the middle.
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
    return undefined; // The caller shows the error.
  }
}
