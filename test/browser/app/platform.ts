/** What the app says of the device; a page sets it before it loads the plugin. */
export const Platform = {
  isDesktop: true,
  isMobile: false,
  isDesktopApp: true,
  isMobileApp: false,
  isPhone: false,
  isTablet: false,
  isIosApp: false,
  isAndroidApp: false,
  isMacOS: false,
  isWin: false,
  isLinux: true,
};

export function becomePhone(): void {
  Object.assign(Platform, {
    isDesktop: false,
    isMobile: true,
    isDesktopApp: false,
    isMobileApp: true,
    isPhone: true,
    isAndroidApp: true,
    isLinux: false,
  });
}
