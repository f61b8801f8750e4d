using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>Operations on single records whose statement a node has forgotten, with a node of the tests.</summary>
public sealed class KeyedStatementsTests : IDisposable
{
    private static readonly CqlConnectionOptions Options = new() { Version = 4, Credentials = new("me", () => "secret") };
    private static readonly RecordSchema Schema = new([new("v", "V")]);

    private readonly CassandraStandIn _node = new();
    private readonly CassandraCluster _cluster;
    private readonly CassandraWriter _writer;
    private readonly RecordBatch _record = new(Schema, 1);

    public KeyedStatementsTests()
    {
        _cluster = CassandraCluster.Connect([_node.Server], Options);
        _writer = new CassandraWriter(_cluster, new CassandraTable("k", Schema, bucketRows: 10),
            new WriteShape(CqlConsistency.One, Replication: 1, IsSingle: false, Rows: 10, Window: 1), clock: null);
        _record.Reset(source: 0, firstSequence: 5, count: 1);
    }

    public void Dispose()
    {
        _writer.Dispose();
        _cluster.Dispose();
        _node.Dispose();
    }

    /// <summary>The node did nothing, so this is no failure of which a trial could be in doubt.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void Operation_StatementForgotten_IsPreparedAgainAndRepeated(int times)
    {
        _node.Forgets = times;
        _writer.Update(_record);
        _node.Forgets.ShouldBe(-1);

        _node.Forgets = times;
        _writer.UpdateIf(_record, quality: 5).ShouldBeTrue();
        _node.Forgets.ShouldBe(-1);

        _node.Forgets = times;
        _writer.Delete(0, 5);
        _node.Forgets.ShouldBe(-1);

        _node.Forgets = times;
        _writer.Read(0, 5, new ReadTally());
        _node.Forgets.ShouldBe(-1);
    }

    [Fact]
    public void Operation_StatementForgottenEachTime_FailsWithoutDoubt()
    {
        _writer.Update(_record);
        Action[] operations =
        [
            () => _writer.Update(_record), () => _writer.UpdateIf(_record, quality: 5), () => _writer.Delete(0, 5),
        ];
        foreach (var operation in operations)
        {
            _node.Forgets = 1000;
            var failure = Record.Exception(operation).ShouldBeOfType<BatchWriteException>();
            (failure.IsTransient, failure.IsAmbiguous).ShouldBe((true, false), failure.Message);
            _node.Forgets = 0;
            operation();
        }
    }
}
