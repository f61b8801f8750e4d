using System.Net;
using Microsoft.AspNetCore.Http;

namespace DbIngest.Live;

/// <summary>
/// Refuses requests that another site makes a browser send. A page of a foreign name that was bound to this address (DNS
/// rebinding) has a foreign Host header; an address as literal cannot be rebound. <see cref="LiveServer"/> asks it first.
/// </summary>
/// <param name="listen">The address that the server listens on.</param>
/// <param name="machine">The name of this machine.</param>
internal sealed class PageGuard(IPAddress listen, string machine)
{
    /// <summary>Returns why a request is refused, as a sentence; null if it is not.</summary>
    public string? Fault(HttpRequest request)
    {
        if (!IsOwn(request.Host.Host))
        {
            return "The Host header names no address of this page: open it by the address that the run printed.";
        }

        string? site = request.Headers["Sec-Fetch-Site"];
        bool isForeign = site is not (null or "same-origin" or "none") && request.Headers["Sec-Fetch-Mode"] != "navigate";
        string? origin = request.Headers.Origin;
        return isForeign || (origin is not null && origin != $"{request.Scheme}://{request.Host}")
            ? "This page answers to itself alone, and not to other sites."
            : null;
    }

    private bool IsOwn(string host)
    {
        if (IPAddress.TryParse(host.Trim('[', ']'), out var address))
        {
            return !IPAddress.IsLoopback(listen) || IPAddress.IsLoopback(address);
        }

        return string.Equals(host, "localhost", StringComparison.OrdinalIgnoreCase)
            || (!IPAddress.IsLoopback(listen) && string.Equals(host, machine, StringComparison.OrdinalIgnoreCase));
    }
}
