// Before the first paint: that scripts run, and whether the address asks something, so that nothing moves later on.
const asks = /[#&?](?!lang=)[a-z_]+=[^&]/.test(location.hash || location.search);
document.documentElement.classList.add('scripted', asks ? 'asks' : 'asks-nothing');
