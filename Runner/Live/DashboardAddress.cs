using System.Globalization;
using System.Net;
using DbIngest.Runner.Options;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Live;

/// <summary>
/// Reads the value of <c>--dashboard</c>: nothing, a port, or an address with a port. Names except <c>localhost</c>, which
/// means 127.0.0.1, are refused, because the page must be reachable where the user expects it and nowhere else.
/// <see cref="Dashboard"/> calls it at the start of a run and listens there.
/// </summary>
internal static class DashboardAddress
{
    /// <summary>The address of the page if the option has no value: port 8481 of the loopback.</summary>
    public static readonly IPEndPoint Default = IPEndPoint.Parse(Defaults.Dashboard);

    /// <summary>Reads the value.</summary>
    /// <param name="text">The value of the option.</param>
    /// <returns>The address. A port alone is one of the loopback.</returns>
    /// <exception cref="UsageException">The value is no address with a port.</exception>
    public static IPEndPoint Of(string text)
    {
        if (text == ArgumentNormalizer.LeftOut)
        {
            return Default;
        }

        if (ushort.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out ushort port))
        {
            return new IPEndPoint(IPAddress.Loopback, port);
        }

        int colon = text.LastIndexOf(':');
        string host = colon < 0 ? text : text[..colon];
        if (colon > 0 && ushort.TryParse(text[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out port))
        {
            if (string.Equals(host, "localhost", StringComparison.OrdinalIgnoreCase))
            {
                return new IPEndPoint(IPAddress.Loopback, port);
            }

            // An address of version 6 stands in brackets before a port.
            bool isBracketed = host.StartsWith('[') && host.EndsWith(']');
            if ((isBracketed || !host.Contains(':', StringComparison.Ordinal))
                && host.Contains(isBracketed ? ':' : '.', StringComparison.Ordinal)
                && IPAddress.TryParse(isBracketed ? host[1..^1] : host, out var address))
            {
                return new IPEndPoint(address, port);
            }
        }

        throw new UsageException(
            $"--dashboard: '{text}' is not an address with a port; write {Defaults.Dashboard}, a port alone, or nothing.");
    }
}
