using BenchmarkDotNet.Attributes;
using DbIngest.Abstractions.Records;
using DbIngest.Targets.Couchbase.Shapes;
using DbIngest.Targets.Documents;
using DbIngest.Targets.Mongo.Shapes;
using DbIngest.Wire.Couchbase;
using DbIngest.Wire.Mongo;

namespace DbIngest.Bench.Micro;

/// <summary>
/// Microbenchmarks of the encoders for databases of documents, BSON and JSON, like <see cref="EncoderBench"/>. Times and
/// allocations are per record.
/// </summary>
public class DocumentEncoderBench
{
    private const int Records = EncodedBatch.Records;
    private const int RecordsPerBucket = 100;

    private readonly RecordBatch _batch = EncodedBatch.Make();
    private readonly BsonBuffer _bson = new();
    private readonly KvRequestBuffer _requests = new();
    private readonly RecordShape _record;
    private readonly BucketShape _bucket;
    private readonly JsonShape _json;
    private readonly BinaryShape _binary;

    public DocumentEncoderBench()
    {
        var names = RecordNames.Full(_batch.Schema);
        _record = new RecordShape(names, hasSeries: false, new NumberIdentity(), isTimeSeries: false) { Schema = _batch.Schema };
        _bucket = new BucketShape(names, new NumberIdentity(), RecordsPerBucket) { Schema = _batch.Schema };
        _json = new JsonShape(names);
        _binary = new BinaryShape(_batch.Schema.ValueCount);
    }

    /// <summary>MongoDB, one document a record.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public int MongoRecord() => Mongo(_record, 1);

    /// <summary>MongoDB, one document for each 100 records.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public int MongoBucket() => Mongo(_bucket, RecordsPerBucket);

    /// <summary>Couchbase, a JSON object a record.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public int CouchbaseJson()
    {
        _requests.Clear();
        for (int row = 0; row < Records; row++)
        {
            _json.Append(_requests, _batch, row);
        }

        return _requests.Length;
    }

    /// <summary>Couchbase, packed bytes.</summary>
    [Benchmark(OperationsPerInvoke = Records)]
    public int CouchbaseBinary()
    {
        _requests.Clear();
        for (int row = 0; row < Records; row++)
        {
            _binary.Append(_requests, _batch, row);
        }

        return _requests.Length;
    }

    private int Mongo(Targets.Mongo.Shapes.MongoDocumentShape shape, int records)
    {
        _bson.Clear();
        for (int row = 0; row < Records; row += records)
        {
            shape.Append(_bson, _batch, row, records);
        }

        return _bson.Length;
    }
}
