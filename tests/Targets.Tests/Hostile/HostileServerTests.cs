using System.Buffers.Binary;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.SqlServer;

namespace DbIngest.Targets.Tests.Hostile;

/// <summary>What answers is no database: that is said in a line, and takes no memory by the gigabyte.</summary>
public sealed class HostileServerTests
{
    [Theory]
    [InlineData("wire", 0x7fffffff)]
    [InlineData("driver", 0x7fffffff)]
    [InlineData("wire", 0x3fffffff)]
    [InlineData("driver", 0x3fffffff)]
    public void Open_PostgresMessageOfAnyLength_IsSaidInALine(string client, int length)
    {
        using var server = new HostileServer(stream =>
        {
            byte[] room = new byte[4096];

            // Requests for encryption have 8 bytes and a refusal as their answer; then comes the start of the session.
            while (stream.Read(room) == 8)
            {
                stream.Write("N"u8);
            }

            byte[] message = [(byte)'R', 0, 0, 0, 0];
            BinaryPrimitives.WriteInt32BigEndian(message.AsSpan(1), length);
            stream.Write(message);
        });

        Said(() => new PostgresDefinition().Open(Options(FormattableString.Invariant($"127.0.0.1:{server.Port}"), client)),
            "does not speak PostgreSQL's protocol");
    }

    [Theory]
    [InlineData("wire")]
    [InlineData("driver")]
    [Needs("icu", Where = "client", Is = "driver")]
    public void Open_SqlServerPreLoginThatIsNone_IsSaidInALine(string client)
    {
        using var server = new HostileServer(stream =>
        {
            _ = stream.Read(new byte[4096]);

            // A packet of two bytes: an option without its offset.
            stream.Write([4, 1, 0, 10, 0, 0, 1, 0, 1, 0]);
        });

        Said(() => new SqlServerDefinition()
            .Open(Options(FormattableString.Invariant($"127.0.0.1,{server.Port}?encrypt=false"), client)), "127.0.0.1");
    }

    private static void Said(Func<ITarget> open, string what)
    {
        long before = GC.GetTotalAllocatedBytes();

        var thrown = Should.Throw<TargetException>(open);

        thrown.Message.ShouldContain(what);
        thrown.Message.ShouldNotContain("\n");
        thrown.Message.ShouldNotContain("defect");
        thrown.IsUnreachable.ShouldBeTrue();
        (GC.GetTotalAllocatedBytes() - before).ShouldBeLessThan(256L << 20);
    }

    private static TargetOptions Options(string endpoint, string client) => new()
    {
        WorkFolder = Path.GetTempPath(),
        Endpoint = endpoint,
        Client = client,
        Password = new Secret("unused"),
        RequestTimeout = TimeSpan.FromSeconds(30),
    };
}
