using System.Net;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Refuses options that do not go together with a service that already runs (<c>--via http://HOST:PORT</c>): that service has
/// its one store already, and the run cannot give it another. <see cref="SweepRequestCheck"/> calls it. It reports every
/// problem to the reader, opens nothing and never throws. <c>ServiceWrapper</c> asks the service itself later.
/// </summary>
internal sealed class ServiceUrlCheck(OptionReader reader)
{
    /// <summary>Reports all problems of a request.</summary>
    /// <param name="request">The request.</param>
    public void Check(SweepRequest request)
    {
        foreach (string way in request.On(SweepAxes.Via))
        {
            if (ServiceUrl.TryRead(way, out var url))
            {
                Check(request, url, way);
            }
        }
    }

    private void Check(SweepRequest request, Uri url, string way)
    {
        reader.RefuseIf(request.Databases.Count > 1, "--via",
            $"the service at {way} has one database; name its database alone by --db");

        foreach (var definition in request.Databases.SelectMany(d => d.Definition.Parts).DistinctBy(part => part.Name)
            .Where(part => !request.Access.HasEndpoint(part)))
        {
            reader.Refuse("--endpoint", $"the service at {way} does not know a {definition.Name} that this run would make or start "
                + $"for itself; name the store of that service by --endpoint {definition.Name}=...");
        }

        // The figures of each value would be those of the value with which the service was started.
        reader.RefuseIf(request.Databases.Any(database => database.Options.Count > 1), "--endpoint",
            $"the service at {way} was started with one value of each option; give that value alone, or leave the service out");
        reader.RefuseIf(request.On(SweepAxes.Index).Contains("none"), "--index",
            $"the service at {way} stores a batch once by the key of its table; leave --index none out, or give --via service");
        reader.RefuseIf(url.Scheme == Uri.UriSchemeHttp && request.On(SweepAxes.ServiceHttp).Count > 1, "--http",
            $"the service at {way} has no TLS, by which versions are agreed on, so it speaks one; give the one "
                + "with which it was started");

        if (IsLoopback(url) && request.Sources.SelectMany(layout => layout.Hosts).FirstOrDefault() is { } host)
        {
            reader.Refuse("--sources", $"{host} cannot reach the service at {way}, which is an address of this machine alone; name "
                + "it by an address that all hosts can reach, or leave the hosts out");
        }
    }

    private static bool IsLoopback(Uri url) => url.IsLoopback
        || (IPAddress.TryParse(url.DnsSafeHost, out var address) && IPAddress.IsLoopback(address));
}
