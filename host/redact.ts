/**
 * The text with credentials in URLs replaced: a password always, a lone user name on http(s), where it is usually a
 * token. A user name alone on other schemes (`ssh://git@…`) says where to log in and stays.
 */
export function redacted(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*):\/\/([^\s/?#]*)@/gi, (whole, scheme: string, login: string) => {
    const isHttp = /https?$/i.test(scheme);
    const colon = login.indexOf(':');
    if (colon >= 0) return `${scheme}://${isHttp ? '***' : login.slice(0, colon)}:***@`;
    return isHttp ? `${scheme}://***@` : whole;
  });
}
