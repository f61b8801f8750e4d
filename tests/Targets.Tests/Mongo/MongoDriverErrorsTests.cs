using System.Net;
using DbIngest.Targets.Mongo;
using MongoDB.Bson;
using MongoDB.Driver;
using MongoDB.Driver.Core.Clusters;
using MongoDB.Driver.Core.Connections;
using MongoDB.Driver.Core.Servers;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>What a trial does about the failures that MongoDB's driver names.</summary>
public sealed class MongoDriverErrorsTests
{
    /// <summary>
    /// Connection monitoring and pooling, "Connection Pool Errors": a paused pool is a transient error. Which of two lanes meets
    /// it after the other's connection was lost is chance.
    /// </summary>
    [Fact]
    public void Of_PoolPausedOrItsQueueFull_MayBeSentAgain()
    {
        foreach (MongoException error in (MongoException[])[new MongoConnectionPoolPausedException("paused"),
            new MongoWaitQueueFullException("full")])
        {
            MongoDriverErrors.IsOfDriver(error).ShouldBeTrue();
            var failure = MongoDriverErrors.Of(error);
            failure.IsTransient.ShouldBeTrue(error.Message);
            failure.IsAmbiguous.ShouldBeTrue("a part of a batch that the driver split may be stored");
        }
    }

    [Fact]
    public void Of_ClientThatIsMisconfigured_IsNotSentAgain() =>
        MongoDriverErrors.Of(new MongoConfigurationException("wrong")).IsTransient.ShouldBeFalse();

    /// <summary>
    /// The driver labels errors of its own retries alone, and these are off. A router that loses a shard's primary answers so.
    /// </summary>
    [Theory]
    [InlineData(6, true)]
    [InlineData(89, true)]
    [InlineData(262, true)]
    [InlineData(9001, true)]
    [InlineData(13, false)]
    [InlineData(14031, false)]
    public void Of_CommandRefusedWithoutALabel_IsJudgedByItsCode(int code, bool isTransient)
    {
        var place = new ConnectionId(new ServerId(new ClusterId(), new DnsEndPoint("db.example", 27017)));
        var error = new MongoCommandException(
            place, "refused", new BsonDocument("insert", "records"), new BsonDocument { { "ok", 0 }, { "code", code } });

        MongoDriverErrors.Of(error).IsTransient.ShouldBe(isTransient);
    }

    /// <summary>The driver may have stored a part of a batch before the part that met a conflict.</summary>
    [Fact]
    public void Of_WriteConflict_IsAConflictOfSingleRecordsAlone()
    {
        var place = new ConnectionId(new ServerId(new ClusterId(), new DnsEndPoint("db.example", 27017)));
        var conflict = new MongoCommandException(
            place, "conflict", new BsonDocument("update", "records"), new BsonDocument { { "ok", 0 }, { "code", 112 } });

        var batch = MongoDriverErrors.Of(conflict);
        (batch.IsTransient, batch.IsAmbiguous, batch.IsConflict).ShouldBe((true, true, false));
        var single = MongoDriverErrors.OfOperation(conflict);
        (single.IsTransient, single.IsAmbiguous, single.IsConflict).ShouldBe((true, false, true));
    }
}
