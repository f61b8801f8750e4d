using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace DbIngest.Bench.Http;

/// <summary>
/// Sends the load by generators of others: <c>wrk</c> with two threads, <c>hey</c>, and <c>h2load</c> of the package
/// <c>nghttp2-client</c> for HTTP/2, with two threads and one request at a time on each connection. All are packages of Debian.
/// It throws for a failed request or an answer with a status other than 2xx.
/// </summary>
internal static partial class PeerLoad
{
    public static Rate Wrk(Load load)
    {
        string script = Path.GetTempFileName();
        try
        {
            File.WriteAllText(script, load.BodyFile is null ? string.Empty : string.Create(CultureInfo.InvariantCulture,
                $"""
                wrk.method = "POST"
                wrk.headers["Content-Type"] = "{load.ContentType}"
                local file = io.open("{load.BodyFile}", "rb")
                wrk.body = file:read("*a")
                file:close()
                """));
            return Run("wrk", [$"-t{Math.Min(2, load.Connections)}", $"-c{load.Connections}", $"-d{load.Seconds}s", "-s", script,
                load.Url.AbsoluteUri], RequestsPerS(), WrkFaults());
        }
        finally
        {
            File.Delete(script);
        }
    }

    public static Rate Hey(Load load) => Run("hey",
    [
        "-z", $"{load.Seconds}s", "-c", load.Connections.ToString(CultureInfo.InvariantCulture),
        .. load.BodyFile is null ? Array.Empty<string>() : ["-m", "POST", "-T", load.ContentType, "-D", load.BodyFile],
        load.Url.AbsoluteUri,
    ], RequestsPerS(), HeyFaults());

    public static Rate H2load(Load load) => Run("h2load",
    [
        $"-t{Math.Min(2, load.Connections)}", $"-c{load.Connections}", "-m1", $"-D{load.Seconds}",
        .. load.BodyFile is null ? Array.Empty<string>() : ["-H", $"content-type: {load.ContentType}", "-d", load.BodyFile],
        load.Url.AbsoluteUri,
    ], H2loadRate(), H2loadFaults());

    private static Rate Run(string program, string[] arguments, Regex rate, Regex faults)
    {
        double before = EndedProcesses.CpuS;
        var watch = Stopwatch.StartNew();
        string output = PeerProgram.Run(program, arguments);
        double seconds = watch.Elapsed.TotalSeconds;
        if (faults.IsMatch(output) || rate.Match(output) is not { Success: true } found)
        {
            throw new InvalidOperationException($"{program} {string.Join(' ', arguments)} failed:\n{output}");
        }

        double perS = double.Parse(found.Groups["rate"].Value, CultureInfo.InvariantCulture);
        return new Rate(perS, (EndedProcesses.CpuS - before) * 1e6 / (perS * seconds));
    }

    [GeneratedRegex(@"Requests/sec:\s+(?<rate>[\d.]+)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex RequestsPerS();

    [GeneratedRegex(@"Socket errors|Non-2xx", RegexOptions.None, 1000)]
    private static partial Regex WrkFaults();

    [GeneratedRegex(@"finished in .*?, (?<rate>[\d.]+) req/s", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex H2loadRate();

    [GeneratedRegex(@" [1-9]\d* (failed|errored|timeout|3xx|4xx|5xx)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex H2loadFaults();

    [GeneratedRegex(@"Error distribution|\[[1345]\d\d\]\s+\d+ responses", RegexOptions.None, 1000)]
    private static partial Regex HeyFaults();
}
