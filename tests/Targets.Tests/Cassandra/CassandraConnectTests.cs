using System.Net;
using System.Net.Sockets;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Cassandra.Endpoints;

namespace DbIngest.Targets.Tests.Cassandra;

public sealed class CassandraConnectTests
{
    [Theory]
    [InlineData(90, 10)]
    [InlineData(5, 5)]
    public void ConnectionOptions_TimeToConnect_IsTenSecondsAndAtMostARequests(int request, int connect) =>
        CassandraEndpoint.Parse(null).Connection(Options(TimeSpan.FromSeconds(request)))
            .ConnectTimeout.ShouldBe(TimeSpan.FromSeconds(connect));

    /// <summary>
    /// A request has at least a minute where schemas are changed: connecting must not wait as long for an endpoint that never
    /// answers.
    /// </summary>
    [Fact]
    public async Task Open_EndpointThatNeverAnswers_GivesUpAfterTheTimeToConnect()
    {
        using var silent = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        silent.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        silent.Listen();
        var opening = Task.Run(() => new CassandraDefinition()
            .Open(Options(TimeSpan.FromSeconds(1)) with { Endpoint = silent.LocalEndPoint!.ToString() }));

        var thrown = await Should.ThrowAsync<TargetException>(opening.WaitAsync(TimeSpan.FromSeconds(30)));

        thrown.IsUnreachable.ShouldBeTrue();
    }

    private static TargetOptions Options(TimeSpan request) => new() { WorkFolder = Path.GetTempPath(), RequestTimeout = request };
}
