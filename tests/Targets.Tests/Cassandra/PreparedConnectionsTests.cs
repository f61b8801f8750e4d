using DbIngest.Targets.Cassandra;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>
/// A server that is busy refuses to prepare a statement now and then: the audit tries again, and must not meet a connection
/// without its statement.
/// </summary>
public class PreparedConnectionsTests
{
    private readonly List<Connection> _opened = [];
    private int _refusals;

    [Fact]
    public void To_StatementRefusedOnce_IsPreparedOnAnotherConnection()
    {
        _refusals = 1;
        using var connections = Make();
        Should.Throw<IOException>(() => connections.To("node"));
        _opened.ShouldHaveSingleItem().IsDisposed.ShouldBeTrue("it is of no use");

        var (connection, statement) = connections.To("node");

        statement.ShouldNotBeNull();
        connection.ShouldBe(_opened[1]);
        connection.IsDisposed.ShouldBeFalse();
    }

    [Fact]
    public void To_SameNode_IsTheSameUntilForgotten()
    {
        using var connections = Make();
        connections.To("node").ShouldBe(connections.To("node"));
        connections.To("other").Connection.ShouldNotBe(connections.To("node").Connection);
        connections.Dispose();
        _opened.ShouldAllBe(connection => connection.IsDisposed);
        connections.To("node").Connection.IsDisposed.ShouldBeFalse();
    }

    private PreparedConnections<string, Connection, object> Make() => new(
        _ =>
        {
            _opened.Add(new Connection());
            return _opened[^1];
        },
        _ => _refusals-- > 0 ? throw new IOException("overloaded") : new object());

    private sealed class Connection : IDisposable
    {
        public bool IsDisposed { get; private set; }

        public void Dispose() => IsDisposed = true;
    }
}
