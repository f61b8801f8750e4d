using System.Net;
using Microsoft.AspNetCore.Http;

namespace DbIngest.Live;

/// <summary>
/// Refuses requests that a page of another site makes a browser send. The Host header must be an IP address, <c>localhost</c> or
/// the name of this machine: a DNS name of another site may point to this address (DNS rebinding), an IP address cannot. A server
/// on loopback takes only loopback addresses and <c>localhost</c>. Sec-Fetch-Site and Origin must name no other site. A link from
/// another site may still open the page. <see cref="LiveServer"/> asks before it answers any request. The guard is no access
/// control: a program that is no browser passes.
/// </summary>
/// <param name="listen">The address that the server listens on.</param>
/// <param name="machine">The name of this machine.</param>
internal sealed class PageGuard(IPAddress listen, string machine)
{
    /// <summary>Returns the reason for refusing a request as a sentence, or null to accept the request.</summary>
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
