using System.Buffers.Binary;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cassandra;
using DbIngest.Targets.Cassandra.Endpoints;
using DbIngest.Targets.Cassandra.Writing;
using DbIngest.Wire;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Cql.Frames;
using DbIngest.Wire.Cql.Results;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Targets.Tests.Cassandra;

public sealed class CassandraUnitTests
{
    [Fact]
    public void Split_AnyRing_CoversEveryTokenOnce() => Prop.ForAll(
        ArbMap.Default.ArbFor<long[]>(),
        Gen.Choose(1, 64).ToArbitrary(),
        (tokens, wanted) =>
        {
            long[] sorted = [.. tokens.Order()];
            var ranges = CassandraAudit.Split(sorted, wanted);
            return ranges[0].Above == long.MinValue
                && ranges[^1].UpTo == long.MaxValue
                && ranges.Zip(ranges.Skip(1)).All(p => p.First.UpTo == p.Second.Above)
                && ranges.TrueForAll(r => r.Above < r.UpTo)
                && sorted.Where(t => t is not (long.MinValue or long.MaxValue)).All(t => ranges.Exists(r => r.UpTo == t));
        }).QuickCheckThrowOnFailure();

    /// <summary>The account of a server may keep its folders to itself, and the figure of the server then counts.</summary>
    [Fact]
    public void CanList_FolderThatThisAccountMayNotRead_IsFalse()
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-test-").FullName;
        try
        {
            CassandraFiles.CanList(folder).ShouldBeTrue();
            CassandraFiles.CanList(Path.Combine(folder, "missing")).ShouldBeFalse();
            CassandraFiles.CanList(string.Empty).ShouldBeFalse();
            File.SetUnixFileMode(folder, UnixFileMode.None);
            CassandraFiles.CanList(folder).ShouldBe(Environment.IsPrivilegedProcess);
        }
        finally
        {
            File.SetUnixFileMode(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            Directory.Delete(folder, recursive: true);
        }
    }

    [Theory]
    [InlineData("commitlog_segment_size", "16MiB", 16 << 20)]
    [InlineData("commitlog_segment_size", "65536KiB", 64 << 20)]
    [InlineData("commitlog_segment_size", "1GiB", 1 << 30)]
    [InlineData("commitlog_segment_size_in_mb", "8", 8 << 20)]
    [InlineData("other", "8", 32 << 20)]
    public void SegmentBytes_SettingOfAnyRelease_IsRead(string setting, string value, long expected) =>
        CassandraSpace.SegmentBytes(new Dictionary<string, string> { [setting] = value }).ShouldBe(expected);

    [Theory]
    [InlineData(CqlErrorCode.Overloaded, true, false)]
    [InlineData(CqlErrorCode.ServerError, true, true)]
    [InlineData(CqlErrorCode.Invalid, false, false)]
    [InlineData(CqlErrorCode.Unauthorized, false, false)]
    [InlineData(CqlErrorCode.SyntaxError, false, false)]
    public void OfWrite_ServerError_SaysWhetherToTryAgainAndWhetherItMayBeStored(CqlErrorCode code, bool isTransient,
        bool isAmbiguous)
    {
        var error = CassandraErrors.OfWrite(new CqlServerException(code, "words"), anySent: false);
        error.IsTransient.ShouldBe(isTransient);
        error.IsAmbiguous.ShouldBe(isAmbiguous);
    }

    [Fact]
    public void OfWrite_ReplicasMissing_MayPass()
    {
        CqlReplicaException Error(CqlErrorCode code) => new(code, "words", CqlConsistency.Quorum, 1, 2, 0, string.Empty);
        CassandraErrors.OfWrite(Error(CqlErrorCode.Unavailable), anySent: false).IsAmbiguous.ShouldBeFalse();
        CassandraErrors.OfWrite(Error(CqlErrorCode.Unavailable), anySent: true).IsAmbiguous.ShouldBeTrue();
        CassandraErrors.OfWrite(Error(CqlErrorCode.WriteTimeout), anySent: false).IsAmbiguous.ShouldBeTrue();
        CassandraErrors.OfWrite(Error(CqlErrorCode.Unavailable), anySent: false).IsTransient.ShouldBeTrue();
        CassandraErrors.OfTarget("It", Error(CqlErrorCode.Unavailable)).IsUnreachable.ShouldBeTrue();
    }

    /// <summary>A batch travels in several requests, and the replicas of one of them may be missing.</summary>
    [Theory]
    [InlineData(false, false)]
    [InlineData(true, true)]
    public void WriteJob_ReplicasMissingForOneRequest_IsInDoubtIfAnotherWasTaken(bool isOtherTaken, bool isAmbiguous)
    {
        var batch = new RecordBatch(new RecordSchema([new("a", "V")]), 2);
        batch.Reset(0, 0, 2);
        var job = new WriteJob();
        job.Begin(batch);
        (job.NextRow, job.Open) = (2, isOtherTaken ? 2 : 1);
        if (isOtherTaken)
        {
            job.Take(null);
        }

        job.Take(new CqlReplicaException(CqlErrorCode.Unavailable, "words", CqlConsistency.One, 0, 1, 0, string.Empty));

        job.IsEnded.ShouldBeTrue();
        var error = Should.Throw<BatchWriteException>(job.ThrowIfFailed);
        (error.IsTransient, error.IsAmbiguous).ShouldBe((true, isAmbiguous));
        job.Begin(batch);
        Should.NotThrow(job.ThrowIfFailed);
    }

    /// <summary>The messages of PasswordAuthenticator (Apache Cassandra 4.1), both with the code of a bad password.</summary>
    [Theory]
    [InlineData("Unable to perform authentication: Cannot achieve consistency level LOCAL_ONE", true)]
    [InlineData("Provided username me and/or password are incorrect", false)]
    public void Errors_OfALogin_TellAPasswordFromANodeThatCannotReadIt(string message, bool isOfNode)
    {
        var error = new CqlServerException(CqlErrorCode.AuthenticationError, message);

        var write = CassandraErrors.OfWrite(error, anySent: false);
        (write.IsTransient, write.IsAmbiguous).ShouldBe((isOfNode, false));
        var target = CassandraErrors.OfTarget("It", error);
        target.IsUnreachable.ShouldBe(isOfNode);
        target.Message.Contains("DBINGEST_CASSANDRA_PASSWORD", StringComparison.Ordinal).ShouldBe(!isOfNode);
    }

    [Fact]
    public void OfWrite_LostConnection_IsTransientAndInDoubt()
    {
        var error = CassandraErrors.OfWrite(new ConnectionLostException("gone", isTimeout: false), anySent: true);
        error.IsTransient.ShouldBeTrue();
        error.IsAmbiguous.ShouldBeTrue();
    }

    [Fact]
    public void AppendStatements_Rows_AreTheBytesOfTheProtocol()
    {
        var schema = new RecordSchema([new("a", "V"), new("b", "V")]);
        var batch = new RecordBatch(schema, 3);
        batch.Reset(7, 40, 3);
        for (int row = 0; row < 3; row++)
        {
            batch.Timestamps[row] = -5 - row;
            batch.Qualities[row] = uint.MaxValue - (uint)row;
            batch.Column(0)[row] = 1.5 + row;
            batch.Column(1)[row] = row == 1 ? double.NaN : -row;
        }

        byte[] id = [1, 2, 3];
        var insert = new CqlPrepared("INSERT", id, Array.Empty<byte>(), [.. Enumerable.Repeat(new CqlColumn("p", 2), 7)], []);
        var buffer = new CqlRequestBuffer(4);
        new CassandraRowEncoder(insert, 2).AppendStatements(buffer, batch, 1, 2, bucket: 9);
        var written = new CqlReader(buffer.Written);

        for (int row = 1; row <= 2; row++)
        {
            written.Byte().ShouldBe((byte)1);
            written.ShortBytes().ToArray().ShouldBe(id);
            written.UInt16().ShouldBe(7);
            BinaryPrimitives.ReadInt32BigEndian(written.Bytes(out _)).ShouldBe(7);
            BinaryPrimitives.ReadInt32BigEndian(written.Bytes(out _)).ShouldBe(9);
            BinaryPrimitives.ReadInt64BigEndian(written.Bytes(out _)).ShouldBe(40 + row);
            BinaryPrimitives.ReadInt64BigEndian(written.Bytes(out _)).ShouldBe(-5 - row);
            BinaryPrimitives.ReadUInt32BigEndian(written.Bytes(out _)).ShouldBe(uint.MaxValue - (uint)row);
            BinaryPrimitives.ReadDoubleBigEndian(written.Bytes(out _)).ShouldBe(1.5 + row);
            if (row == 1)
            {
                written.Int32().ShouldBe(-2);
            }
            else
            {
                BinaryPrimitives.ReadDoubleBigEndian(written.Bytes(out _)).ShouldBe(-row);
            }
        }

        written.Remaining.ShouldBe(0);
    }

    [Fact]
    public void Contracts_EachName_SaysLevelAndLog()
    {
        foreach (var contract in CassandraContracts.All)
        {
            CassandraContracts.Consistency(contract).ToString().ShouldBe(
                contract.Name[..contract.Name.LastIndexOf('-')]
                    .Replace("_", string.Empty, StringComparison.Ordinal), StringCompareShould.IgnoreCase);
            CassandraContracts.ReadLevels(CassandraContracts.Consistency(contract)).ShouldNotBeEmpty();
        }

        CassandraContracts.All.Count(CassandraContracts.IsSynced).ShouldBe(5);
    }

    [Fact]
    public void Check_OtherCommitLogMode_IsRefusedWithTheRemedy()
    {
        var periodic = new Dictionary<string, string>(StringComparer.Ordinal) { ["commitlog_sync"] = "periodic" };
        var batch = new Dictionary<string, string>(StringComparer.Ordinal) { ["commitlog_sync"] = "batch" };
        foreach (var contract in CassandraContracts.All)
        {
            bool isSynced = CassandraContracts.IsSynced(contract);
            CassandraSettings.Check(contract, isSynced ? batch : periodic);
            Should.Throw<TargetException>(() => CassandraSettings.Check(contract, isSynced ? periodic : batch)).Message
                .ShouldContain(contract.Name);
        }
    }
}
