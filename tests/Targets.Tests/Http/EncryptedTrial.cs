using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;
using DbIngest.Targets.Tests.Cassandra;
using DbIngest.Targets.Tests.Servers;

namespace DbIngest.Targets.Tests.Http;

/// <summary>A trial through encryption, and what is said of a certificate that does not fit.</summary>
internal static class EncryptedTrial
{
    /// <summary>Runs it.</summary>
    /// <param name="fixture">The server, which does not encrypt.</param>
    /// <param name="timestamps">Which timestamps the database takes.</param>
    /// <param name="client">What writes batches; null for the database's default.</param>
    public static void Run(HttpServerFixture fixture, TimestampLimits? timestamps = null, string? client = null)
    {
        using var plain = fixture.OpenKept();
        using var relay = new TlsRelay(new Uri(plain.AttachEndpoint.Split('?')[0]).Port);
        using (var target = fixture.Open($"https://localhost:{relay.Port}?table=encrypted&ca={relay.Authority}", client: client))
        {
            var result = DisturbedTrial.Run(target, 500, static () => { }, timestamps: timestamps);
            result.Status.ShouldBe(TrialStatus.Complete, result.Error);
            result.Audit!.StoredRecords.ShouldBe(4_000);
            target.Describe().Endpoint.ShouldStartWith("https://");
        }

        fixture.Open($"https://127.0.0.1:{relay.Port}?insecure=true&table=encrypted").Dispose();
        foreach (string refused in (string[])[$"https://localhost:{relay.Port}?ca={relay.OtherAuthority}",
            $"https://127.0.0.1:{relay.Port}?ca={relay.Authority}"])
        {
            Should.Throw<TargetException>(() => fixture.Open(refused)).Message.ShouldContain("ca=FILE");
        }
    }
}
